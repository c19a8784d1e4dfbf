/** The lint rules of the repository; `eslint.*.mjs` have the import rules of each package. */
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { appRules } from './eslint.apps.mjs';
import { coreRules } from './eslint.core.mjs';
import { packageRules } from './eslint.packages.mjs';
import { protocolRules } from './eslint.protocol.mjs';
import { banGlobals, bannedSyntax, importOnly, relativeImports, tests } from './eslint.rules.mjs';

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
    // A rule that does not fit is changed in these files, where reviewers see it, and not suppressed in the code.
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
  ...protocolRules,
  ...coreRules,
  ...packageRules,
  ...appRules,
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
);
