/** The import rules of the apps, and the rules of React for the console. */
import reactHooks from 'eslint-plugin-react-hooks';
import { importOnly, relativeImports, tests } from './eslint.rules.mjs';

export const appRules = [
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
];
