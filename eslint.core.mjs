/** The import rules of the core package. */
import { layerRules, packages, packagesMessage } from './eslint.layers.mjs';
import { dialects } from './eslint.protocol.mjs';
import {
  banGlobals,
  bannedSyntax,
  chance,
  clockReads,
  clockSyntax,
  hostGlobals,
  importOnly,
  tests,
} from './eslint.rules.mjs';

/** What dialects differ in is data of their codecs, so that a new dialect changes nothing elsewhere. */
const dialectName = {
  selector: `Literal[value=/^(?:${dialects.join('|')})$/]`,
  message: 'Core names no dialect: read what differs from the codec or its wire.',
};

export const coreRules = [
  {
    files: ['packages/core/src/**/*.ts'],
    ignores: tests,
    rules: {
      ...importOnly(packages, packagesMessage),
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
  ...layerRules,
  {
    // The only file of core that reads a clock; all others receive one as a parameter.
    files: ['packages/core/src/clock.ts'],
    rules: { 'no-restricted-properties': ['error', chance] },
  },
];
