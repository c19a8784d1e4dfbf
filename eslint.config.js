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

/** Clocks, chance, the network and the host: what a pure room gets handed in as facts. */
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

/** What only some hosts have. */
const hostGlobals = ['Buffer', 'Bun', 'Deno', 'global', 'process', 'require', 'setImmediate'];

const clockReads = [
  { object: 'Date', property: 'now', message: 'Time comes in as a fact.' },
  { object: 'performance', property: 'now', message: 'Time comes in as a fact.' },
];
const chance = { object: 'Math', property: 'random', message: 'Chance comes in as a fact.' };

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
    message: 'Time comes in as a fact.',
  },
];

/** What a module would bring in that only one runtime has, types included. */
const foreignModules = {
  regex: '^(bun(:.+|-types)?|(npm|jsr):.+|@types/(bun|deno)|@deno/types)$',
  message:
    "A runtime's own modules and types stay out: its app declares the few names that it uses.",
};

/** Relative imports stay inside their own package and name the real file. */
const relativeImports = [
  { regex: '^\\.{1,2}/.*\\.js$', message: 'Name the source file, with .ts.' },
  { regex: '^\\.{1,2}/.*/(src|dist)/', message: 'Import another package by its name.' },
  foreignModules,
];

/** The wire formats, each with a folder of its own below packages/protocol/src/dialects. */
const dialects = ['openai-chat', 'anthropic-messages', 'gemini-generate', 'openai-responses'];

/**
 * The import rule of one room.
 * @param {string} allowed what may be imported, as an alternation of a regular expression
 * @param {string} message what to say when something else is imported
 * @param {{ regex: string, message: string }[]} more relative imports that the room forbids itself
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
    // A rule that is wrong is changed here, where everybody sees it, not beside the code it fits badly.
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
      // `() => void sink.write(text)` says nothing that `() => sink.write(text)` does not.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Numbers read well in a template, and every one of them prints the same way.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // An `async` function without `await` turns a throw into a rejection: contracts promise that.
      '@typescript-eslint/require-await': 'off',
      // `while (true)` is the plain shape of a loop that a `return` ends.
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // There are no enums here: the compiler refuses them.
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
      // A `switch` over the kinds of a union counts once: it is a table, however long it is.
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
    // Their types are declared by hand, for one app each, and TypeScript then shows them everywhere.
    files: ['**/*.ts'],
    ignores: ['apps/{bun,deno-deploy}/src/**'],
    rules: banGlobals(['Bun', 'Deno'], 'Only the app of that runtime may use it.'),
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
      ...banGlobals(impureGlobals, 'The protocol is pure: this comes in as a fact.'),
      'no-restricted-properties': ['error', ...clockReads, chance],
      'no-restricted-syntax': ['error', ...bannedSyntax, ...clockSyntax],
    },
  },
  ...dialects.map((dialect) => ({
    // A dialect that leans on another cannot be read, changed or removed alone: what two need is in shared.
    files: [`packages/protocol/src/dialects/${dialect}/**/*.ts`],
    ignores: tests,
    rules: importOnly('zod/mini', 'The protocol is pure: it imports zod/mini and itself.', [
      {
        regex: `^(\\.\\./)+(dialects/)?(?!${dialect}/)(${dialects.join('|')})/`,
        message: 'A dialect imports no other dialect: what both need belongs in src/shared.',
      },
    ]),
  })),
  {
    // Shared code and the canonical model serve every dialect, so they know none.
    files: ['packages/protocol/src/{canonical,history,json,profiles,redaction,shared,sse}/**/*.ts'],
    ignores: tests,
    // What zod/mini lacks is made of zod's core, by name: a whole namespace of it would end in every bundle.
    rules: importOnly('zod/(mini|v4/core)', 'The protocol is pure: it imports zod and itself.', [
      { regex: '/dialects/', message: 'What all dialects share imports none of them.' },
    ]),
  },
  {
    files: ['packages/clients/src/**/*.ts'],
    ignores: tests,
    rules: {
      ...importOnly('(?!)', 'The settings of clients are pure: they import themselves alone.'),
      ...banGlobals(impureGlobals, 'The settings of clients are pure: this comes in as a fact.'),
      'no-restricted-properties': ['error', ...clockReads, chance],
      'no-restricted-syntax': ['error', ...bannedSyntax, ...clockSyntax],
    },
  },
  {
    // Core takes its provider demo from here, so that this package may not know core.
    files: ['packages/demo/src/**/*.ts'],
    ignores: tests,
    rules: {
      ...importOnly('@parley/protocol|zod', 'The demo imports the protocol and zod.'),
      ...banGlobals(hostGlobals, 'The demo runs on every host: use the web platform.'),
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
      ...banGlobals(hostGlobals, 'Core runs on every host: use the web platform.'),
      'no-restricted-properties': ['error', ...clockReads, chance],
      'no-restricted-syntax': ['error', ...bannedSyntax, ...clockSyntax],
    },
  },
  // Rules that come later replace those before them, so that these say again what all of core may import.
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
        'The admin package imports the protocol, what core offers to extensions, ipaddr.js, zod and hono.',
      ),
      ...banGlobals(hostGlobals, 'The admin package runs on every host: use the web platform.'),
      'no-restricted-properties': ['error', ...clockReads, chance],
      'no-restricted-syntax': ['error', ...bannedSyntax, ...clockSyntax],
    },
  },
  {
    // Signing in by OpenID Connect needs far more care than code of our own should take; the library has
    // no dependencies, asks for Web Fetch and WebCrypto only, and is loaded where a provider is configured.
    files: ['packages/admin/src/sessions/identity-provider.ts'],
    rules: {
      ...importOnly(
        'oauth4webapi|@parley/core/extension',
        'The OpenID Connect client imports its library and the types of core, nothing else.',
      ),
      '@typescript-eslint/no-deprecated': [
        'error',
        // Its authors mark it so that it stands out; only a provider on this machine may do without TLS.
        { allow: [{ from: 'package', package: 'oauth4webapi', name: 'allowInsecureRequests' }] },
      ],
    },
  },
  {
    // The one place where core reads a clock; everything else is lent one.
    files: ['packages/core/src/clock.ts'],
    rules: { 'no-restricted-properties': ['error', chance] },
  },
  {
    files: ['packages/store-*/src/**/*.ts'],
    ignores: [...tests, 'packages/store-suite/**'],
    rules: importOnly(
      '@parley/core/(store|ledger)|@parley/store-sql|kysely(/.+)?|pg|ioredis|cloudflare:workers|node:.+',
      'A driver imports the Store contract, what all stores share and its own client library.',
    ),
  },
  {
    // What all SQL stores share knows no client library.
    files: ['packages/store-sql/src/**/*.ts'],
    ignores: tests,
    rules: importOnly(
      '@parley/core/(store|ledger)|kysely(/.+)?',
      'SQL stores share the Store contract and kysely; a driver brings the database.',
    ),
  },
  {
    files: ['packages/store-suite/src/**/*.ts'],
    ignores: tests,
    rules: importOnly(
      '@parley/core/store|vitest|node:.+',
      'The suite imports the Store contract only.',
    ),
  },
  {
    files: ['packages/host/src/**/*.ts'],
    ignores: tests,
    rules: {
      ...importOnly(
        '@parley/core(/[a-z-]+)?|@parley/(admin|console)|@parley/store-(postgres|redis|sqlite)|yaml|zod',
        'What hosts share imports core, the admin package, the console, the stores and yaml; node:* only below src/disk.',
      ),
      ...banGlobals(hostGlobals, 'The environment is handed in: not every host has a process.'),
    },
  },
  {
    files: ['packages/host/src/disk/**/*.ts'],
    ignores: tests,
    rules: importOnly(
      '@parley/core(/[a-z-]+)?|@parley/store-(postgres|redis|sqlite)|node:.+',
      'What hosts with a disk share imports core, the stores and node:*.',
    ),
  },
  {
    files: ['packages/testkit/src/**/*.ts'],
    ignores: tests,
    rules: importOnly('node:.+', 'The testkit is for outsiders too: it imports nothing of ours.'),
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
                'An app imports core, what hosts share, its stores, the settings of clients and the conformance suite.',
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
        'The console imports React, its few libraries and the settings of clients.',
      ),
      // A page is one piece of markup, longer than a function of plain code.
      'max-lines-per-function': ['error', 120],
    },
  },
  {
    files: [...tests, 'packages/store-suite/src/**/*.ts'],
    rules: {
      // A test reads from top to bottom, and a `describe` is one function.
      'max-lines-per-function': 'off',
      'max-lines': ['error', 500],
      // What a test takes apart was made by a factory, and such methods need no `this`.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // The suite knows a gateway only by what it answers; what starts our own is a script.
    files: ['tests/conformance/**/*.ts'],
    ignores: ['**/*.test.ts', '**/expect-conformance.ts'],
    rules: importOnly(
      '@parley/testkit|node:.+',
      'The conformance suite speaks HTTP: it imports the testkit and nothing else of ours.',
    ),
  },
  {
    // Tools find what they load by its default export, and Workers their entry.
    files: ['**/*.config.{js,ts}', 'apps/cloudflare/src/main.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // The table of the rooms is read by looking one up.
    files: ['eslint.config.js'],
    rules: { 'max-lines': ['error', 450] },
  },
);
