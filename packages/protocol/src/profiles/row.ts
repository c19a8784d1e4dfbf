// The row type of the profile tables, and the profile of unknown models. For the tables in this folder.
import { chatServiceTiers, type Profile } from './profile.ts';

/** What the models whose names match accept. */
export interface ProfileRow {
  /** Matched against the lower-case model name without its vendor prefix. */
  readonly names: RegExp;
  readonly profile: Profile;
}

/** For unknown names: only what nearly every compatible server accepts. */
export const unknownModel: Profile = {
  maxOutputTokens: 8192,
  outputLimitField: 'max_tokens',
  seedField: 'seed',
  serviceTiers: chatServiceTiers,
  sampling: true,
  stopStrings: true,
  maxTemperature: 2,
  reasoning: 'none',
  efforts: [],
  effortBesideTools: true,
  thinkingSwitch: 'none',
  toolChoice: 'named',
  jsonOutput: 'any',
  jsonBesideTools: true,
  schemaSubset: 'all',
  // Strict servers reject them, lenient ones ignore them; coding assistants send both with every request.
  rejectedFields: ['store', 'prompt_cache_key'],
  echoesReasoning: false,
  strictHistory: false,
  instructionRole: 'system',
  lateInstructions: false,
  customTools: false,
  cacheMarks: false,
  prefill: true,
  structuredOutput: 'none',
  maxTools: Infinity,
  maxToolName: 64,
};
