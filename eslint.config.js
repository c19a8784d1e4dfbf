/** The lint rules of the repository, with the import rules of each package. */
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { layerRules } from './eslint.layers.mjs';

const tests = [
  '**/*.test.ts',
  '**/*.test-d.ts',
  '**/testing/**/*.ts',
  'tests/**/*.ts',
  'bench/**/*.ts',
];

/** Globals with side effects or changing values, which pure packages receive as parameters. */
const impureGlobals = [
  'Buffer',
  'Bun',
  'Deno',
  'WebSocket',
  'XMLHttpRequest',
  'clearInterval',
  'clearTimeout',
  'console',
  'crypto',
  'fetch',
  'global',
  'globalThis',
  'navigator',
  'performance',
  'process',
  'queueMicrotask',
  'require',
  'setImmediate',
  'setInterval',
  'setTimeout',
];

/** Globals that only some runtimes have. */
const hostGlobals = ['Buffer', 'Bun', 'Deno', 'global', 'process', 'require', 'setImmediate'];

const clockReads = [
  { object: 'Date', property: 'now', message: 'Pass the time as a parameter.' },
  { object: 'performance', property: 'now', message: 'Pass the time as a parameter.' },
];
const chance = {
  object: 'Math',
  property: 'random',
  message: 'Pass random values as a parameter.',
};

const bannedSyntax = [
  {
    selector: 'ExportDefaultDeclaration, ExportSpecifier[exported.name="default"]',
    message: 'Export by name.',
  },
  {
    selector: 'ImportDeclaration[source.value="zod"] > :not(ImportNamespaceSpecifier, Literal)',
    message: "Write import * as z from 'zod': the named import defeats tree shaking.",
  },
];
const clockSyntax = [
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'Pass the time as a parameter.',
  },
];

/** Modules and types of a single runtime. */
const foreignModules = {
  regex: '^(bun(:.+|-types)?|(npm|jsr):.+|@types/(bun|deno)|@deno/types)$',
  message:
    "Do not import a runtime's own modules or types: its app declares the few names that it uses.",
};

/** Relative imports must stay inside their package and name the source file. */
const relativeImports = [
  { regex: '^\\.{1,2}/.*\\.js$', message: 'Name the source file, with .ts.' },
  { regex: '^\\.{1,2}/.*/(src|dist)/', message: 'Import another package by its name.' },
  foreignModules,
];

/** The wire formats, each with a folder of its own below packages/protocol/src/dialects. */
const dialects = ['openai-chat', 'anthropic-messages', 'gemini-generate', 'openai-responses'];

/** What dialects differ in is data of their codecs, so that a new dialect changes nothing elsewhere. */
const dialectName = {
  selector: `Literal[value=/^(?:${dialects.join('|')})$/]`,
  message: 'Core names no dialect: read what differs from the codec or its wire.',
};

/**
 * The import rule of one package or folder.
 * @param {string} allowed the allowed imports, as alternatives of a regular expression
 * @param {string} message the error for any other import
 * @param {{ regex: string, message: string }[]} more further forbidden relative imports
 */
function importOnly(allowed, message, more = []) {
  return {
    'no-restricted-imports': [
      'error',
      {
        patterns: [...relativeImports, ...more, { regex: `^(?!(${allowed})$|\\.{1,2}/)`, message }],
      },
    ],
  };
}

/** @param {string[]} names */
function banGlobals(names, message) {
  return {
    'no-restricted-globals': ['error', ...names.map((name) => ({ name, message }))],
  };
}

export default defineConfig(
  {
    ignores: [
      '**/dist/',
      '**/coverage/',
      '**/.turbo/',
      '**/fixtures/',
      '**/golden/',
      'packages/protocol/api/',
      'apps/console/src/api/openapi.ts',
      'apps/console/public/',
    ],
  },
  {
    // A rule that does not fit is changed here, where reviewers see it, and not suppressed in the code.
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // `() => void sink.write(text)` is not clearer than `() => sink.write(text)`.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // A number has only one text form, so it is safe in a template.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // An `async` function without `await` turns a throw into a rejection, which some contracts require.
      '@typescript-eslint/require-await': 'off',
      // `while (true)` is the clearest form of a loop that ends with a `return`.
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // The compiler rejects enums.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'AbortSignal',
          'Buffer',
          'Response',
          'URL',
          'clearInterval',
          'clearTimeout',
          'console',
          'fetch',
          'performance',
          'process',
          'setInterval',
          'setTimeout',
        ].map((name) => [name, 'readonly']),
      ),
    },
    rules: { 'no-unused-vars': ['error', { ignoreRestSiblings: true }] },
  },
  {
    rules: {
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', 60],
      'max-depth': ['error', 3],
      'max-params': ['error', 3],
      // A `switch` over the kinds of a union counts once, because it is a table.
      complexity: ['error', { max: 15, variant: 'modified' }],
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', ...bannedSyntax],
      'no-restricted-imports': ['error', { patterns: relativeImports }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'] }],
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  {
    // TypeScript shows these hand-written declarations of one app in every package.
    files: ['**/*.ts'],
    ignores: ['apps/{bun,deno-deploy}/src/**', 'bench/gateways/subjects/bun-proxy.ts'],
    rules: banGlobals(['Bun', 'Deno'], 'Only the app of that runtime may use this global.'),
  },
  { files: ['apps/bun/**/*.ts'], rules: banGlobals(['Deno'], 'This app runs on Bun.') },
  { files: ['apps/deno-deploy/**/*.ts'], rules: banGlobals(['Bun'], 'This app runs on Deno.') },
  {
    files: ['packages/*/src/**/*.ts'],
    ignores: tests,
    rules: { 'no-console': 'error' },
  },
  {
    files: ['packages/protocol/src/**/*.ts'],
    ignores: tests,
    rules: {
      ...importOnly('zod/mini', 'The protocol is pure: it imports zod/mini and itself.'),
      ...banGlobals(impureGlobals, 'The protocol is pure: pass this as a parameter.'),
      'no-restricted-properties': ['error', ...clockReads, chance],
      'no-restricted-syntax': ['error', ...bannedSyntax, ...clockSyntax],
    },
  },
  ...dialects.map((dialect) => ({
    // A dialect must be readable, changeable and removable alone: code that two need is in src/shared.
    files: [`packages/protocol/src/dialects/${dialect}/**/*.ts`],
    ignores: tests,
    rules: importOnly('zod/mini', 'The protocol is pure: it imports zod/mini and itself.', [
      {
        regex: `^(\\.\\./)+(dialects/)?(?!${dialect}/)(${dialects.join('|')})/`,
        message: 'A dialect imports no other dialect: code that both need belongs in src/shared.',
      },
    ]),
  })),
  {
    // Shared code and the canonical model are independent of every dialect.
    files: ['packages/protocol/src/{canonical,history,json,profiles,redaction,shared,sse}/**/*.ts'],
    ignores: tests,
    // Imports from zod's core are by name: its whole namespace would be part of every bundle.
    rules: importOnly('zod/(mini|v4/core)', 'The protocol is pure: it imports zod and itself.', [
      { regex: '/dialects/', message: 'Code that all dialects share imports none of them.' },
    ]),
  },
  {
    files: ['packages/clients/src/**/*.ts'],
    ignores: tests,
    rules: {
      ...importOnly(
        '(?!)',
        'The client settings are pure: they import only files of their package.',
      ),
      ...banGlobals(impureGlobals, 'The client settings are pure: pass this as a parameter.'),
      'no-restricted-properties': ['error', ...clockReads, chance],
      'no-restricted-syntax': ['error', ...bannedSyntax, ...clockSyntax],
    },
  },
  {
    // Core imports this package, so this package must not import core.
    files: ['packages/demo/src/**/*.ts'],
    ignores: tests,
    rules: {
      ...importOnly('@parley/protocol|zod', 'The demo imports the protocol and zod.'),
      ...banGlobals(hostGlobals, 'The demo runs on every runtime: use the web platform.'),
      'no-restricted-properties': ['error', chance],
    },
  },
  {
    files: ['packages/core/src/**/*.ts'],
    ignores: tests,
    rules: {
      ...importOnly(
        '@parley/(demo|protocol)|ipaddr\\.js|zod',
        'Core imports the protocol, the demo, ipaddr.js and zod; hono only below src/http.',
      ),
      ...banGlobals(hostGlobals, 'Core runs on every runtime: use the web platform.'),
      'no-restricted-properties': ['error', ...clockReads, chance],
      'no-restricted-syntax': ['error', ...bannedSyntax, ...clockSyntax, dialectName],
    },
  },
  {
    // The two tables of paths, which a new dialect extends, and the data about vendors.
    files: ['packages/core/src/{http/{endpoints,request-dialect},models/providers/*}.ts'],
    ignores: tests,
    rules: { 'no-restricted-syntax': ['error', ...bannedSyntax, ...clockSyntax] },
  },
  // Later rules replace earlier ones, so these repeat the packages that all of core may import.
  ...layerRules(
    ({ outside, inside, message }) => importOnly(outside, message, [inside]),
    '@parley/(demo|protocol)|ipaddr\\.js|zod',
    tests,
  ),
  {
    files: ['packages/admin/src/**/*.ts'],
    ignores: tests,
    rules: {
      ...importOnly(
        '@parley/protocol|@parley/core/(extension|store|ledger)|ipaddr\\.js|zod|hono(/.+)?',
        'The admin package imports the protocol, the extension entries of core, ipaddr.js, zod and hono.',
      ),
      ...banGlobals(hostGlobals, 'The admin package runs on every runtime: use the web platform.'),
      'no-restricted-properties': ['error', ...clockReads, chance],
      'no-restricted-syntax': ['error', ...bannedSyntax, ...clockSyntax],
    },
  },
  {
    // OpenID Connect is too security-critical to implement here. The library has no dependencies, needs only
    // Web Fetch and WebCrypto, and is loaded only when an identity provider is configured.
    files: ['packages/admin/src/sessions/identity-provider.ts'],
    rules: {
      ...importOnly(
        'oauth4webapi|@parley/core/extension',
        'The OpenID Connect client imports its library and the types of core, nothing else.',
      ),
      '@typescript-eslint/no-deprecated': [
        'error',
        // Marked as deprecated as a warning; only a provider on loopback may be used without TLS.
        { allow: [{ from: 'package', package: 'oauth4webapi', name: 'allowInsecureRequests' }] },
      ],
    },
  },
  {
    // The only file of core that reads a clock; all others receive one as a parameter.
    files: ['packages/core/src/clock.ts'],
    rules: { 'no-restricted-properties': ['error', chance] },
  },
  {
    files: ['packages/store-*/src/**/*.ts'],
    ignores: [...tests, 'packages/store-suite/**'],
    rules: importOnly(
      '@parley/core/(store|ledger)|@parley/store-sql|kysely(/.+)?|pg|ioredis|cloudflare:workers|node:.+',
      'A driver imports the store contract, store-sql and its own client library.',
    ),
  },
  {
    // The code that all SQL stores share is independent of the client libraries.
    files: ['packages/store-sql/src/**/*.ts'],
    ignores: tests,
    rules: importOnly(
      '@parley/core/(store|ledger)|kysely(/.+)?',
      'store-sql imports only the store contract and kysely; each driver adds its client library.',
    ),
  },
  {
    files: ['packages/store-suite/src/**/*.ts'],
    ignores: tests,
    rules: importOnly(
      '@parley/core/store|vitest|node:.+',
      'The suite imports only the store contract.',
    ),
  },
  {
    files: ['packages/host/src/**/*.ts'],
    ignores: tests,
    rules: {
      ...importOnly(
        '@parley/core(/[a-z-]+)?|@parley/(admin|console)|@parley/store-(postgres|redis|sqlite)|yaml|zod',
        'The host package imports core, the admin package, the console, the stores and yaml; node:* only below src/disk.',
      ),
      ...banGlobals(
        hostGlobals,
        'Pass the environment as a parameter: not every runtime has a process.',
      ),
    },
  },
  {
    files: ['packages/host/src/disk/**/*.ts'],
    ignores: tests,
    rules: importOnly(
      '@parley/core(/[a-z-]+)?|@parley/store-(postgres|redis|sqlite)|node:.+',
      'The code for hosts with a disk imports core, the stores and node:*.',
    ),
  },
  {
    files: ['packages/testkit/src/**/*.ts'],
    ignores: tests,
    rules: importOnly(
      'node:.+',
      'The testkit can be used without Parley: it imports no package of this repository.',
    ),
  },
  {
    files: ['apps/*/src/**/*.ts'],
    ignores: tests,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            ...relativeImports,
            {
              regex:
                '^@parley/(?!admin$|clients$|core(/[a-z-]+)?$|host(/disk)?$|store-|conformance$)',
              message:
                'An app imports core, the host package, its stores, the client settings and the conformance suite.',
            },
            {
              regex: '^(parley|@parley/(bun|deno-deploy|lambda|cloudflare))$',
              message: 'An app imports no other app.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['apps/console/src/**/*.{ts,tsx}'],
    ignores: tests,
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      ...importOnly(
        '@parley/clients|@base-ui/react/.+|@tanstack/react-(query|router)|eventsource-parser|lucide-react|openapi-(fetch|react-query)|react(-dom/client)?',
        'The console imports React, its few libraries and the client settings.',
      ),
      // A page is one piece of markup, which is longer than other functions.
      'max-lines-per-function': ['error', 120],
    },
  },
  {
    files: [...tests, 'packages/store-suite/src/**/*.ts'],
    rules: {
      // A `describe` is one function with many tests.
      'max-lines-per-function': 'off',
      'max-lines': ['error', 500],
      // Tests destructure objects from factories, whose methods do not use `this`.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // The suite tests any gateway over HTTP; a script starts the one of this repository.
    files: ['tests/conformance/**/*.ts'],
    ignores: ['**/*.test.ts', '**/expect-conformance.ts'],
    rules: importOnly(
      '@parley/testkit|node:.+',
      'The conformance suite tests over HTTP: of this repository it imports only the testkit.',
    ),
  },
  {
    // Tools load configuration files and test runners, and Workers load their entry, by the default export.
    files: ['**/*.config.{js,ts}', 'apps/cloudflare/src/main.ts', '**/mutant-runner.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // A table of packages, of which one reads a single entry.
    files: ['eslint.config.js'],
    rules: { 'max-lines': ['error', 450] },
  },
);
