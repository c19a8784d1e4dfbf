/** The import rules of the packages other than protocol and core. */
import {
  banGlobals,
  bannedSyntax,
  chance,
  clockReads,
  clockSyntax,
  hostGlobals,
  importOnly,
  impureGlobals,
  tests,
} from './eslint.rules.mjs';

export const packageRules = [
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
        'oauth4webapi|@parley/(core/extension|protocol)',
        'The OpenID Connect client imports its library, core, and redaction from the protocol.',
      ),
      '@typescript-eslint/no-deprecated': [
        'error',
        // Marked as deprecated as a warning; only a provider on loopback may be used without TLS.
        { allow: [{ from: 'package', package: 'oauth4webapi', name: 'allowInsecureRequests' }] },
      ],
    },
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
        '@parley/core(/[a-z-]+)?|@parley/(admin(/host)?|console)|@parley/store-(postgres|redis|sqlite)|yaml|zod',
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
];
