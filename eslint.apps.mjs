/** The import rules of the apps, and the rules of React for the console. */
import reactHooks from 'eslint-plugin-react-hooks';
import { importOnly, relativeImports, tests } from './eslint.rules.mjs';

/** What browsers offer only over https and on localhost. */
const secureOnly = ['randomUUID', 'subtle'].map((property) => ({
  object: 'crypto',
  property,
  message: 'The console also runs over plain http, where browsers do not have this.',
}));

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
              // Those with another name are none of the packages above.
              regex: '^parley-gateway(/|$)',
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
        '@parley/clients|@base-ui/react/.+|@tanstack/react-(query|router)|lucide-react|openapi-(fetch|react-query)|react(-dom(/client)?)?',
        'The console imports React, its few libraries and the client settings.',
      ),
      'no-restricted-properties': ['error', ...secureOnly],
      // A page is one piece of markup, which is longer than other functions.
      'max-lines-per-function': ['error', 120],
    },
  },
  {
    files: ['apps/console/src/ui/clipboard.ts'],
    rules: {
      '@typescript-eslint/no-deprecated': [
        'error',
        // Nothing else copies over plain http.
        { allow: [{ from: 'lib', name: 'execCommand' }] },
      ],
    },
  },
];
