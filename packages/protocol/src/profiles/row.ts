// A row of the tables of profiles, and the profile of a model that nobody knows.
import type { Profile } from './profile.ts';

/** What the models with certain names accept. */
export interface ProfileRow {
  /** Tested against the lower-case model name without its vendor prefix. */
  readonly names: RegExp;
  readonly profile: Profile;
}

/** For names that no row knows: only what nearly every compatible server takes. */
export const unknownModel: Profile = {
  maxOutputTokens: 8192,
  outputLimitField: 'max_tokens',
  sampling: true,
  maxTemperature: 2,
  reasoning: 'none',
  efforts: [],
  effortBesideTools: true,
  echoesReasoning: false,
  instructionRole: 'system',
  lateInstructions: false,
  customTools: false,
  cacheMarks: false,
  structuredOutput: 'none',
  maxToolName: 64,
};
