/** The import rules of the protocol package and of its dialects. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  banGlobals,
  bannedSyntax,
  chance,
  clockReads,
  clockSyntax,
  importOnly,
  impureGlobals,
  tests,
} from './eslint.rules.mjs';

/** The wire formats, each with a folder of its own below packages/protocol/src/dialects. */
const dialectsFolder = join(import.meta.dirname, 'packages', 'protocol', 'src', 'dialects');
export const dialects = readdirSync(dialectsFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

export const protocolRules = [
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
];
