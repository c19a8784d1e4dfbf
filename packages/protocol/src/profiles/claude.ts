// The profiles of Claude models, for `guess.ts`.
import type { Profile } from './profile.ts';
import { unknownModel, type ProfileRow } from './row.ts';

// Limits and efforts: Anthropic's model overview; budgets and adaptive thinking: its guides on extended and
// adaptive thinking; late instructions: the notes on what is new in Claude 4.8.

const base: Profile = { ...unknownModel, maxTemperature: 1 };

/** Reasons with a token budget and has no effort. */
const budgeted: Profile = { ...base, maxOutputTokens: 64_000, reasoning: 'budget' };

const opus41: Profile = {
  ...budgeted,
  maxOutputTokens: 32_000,
  structuredOutput: 'output-format',
};

const claude45: Profile = { ...budgeted, structuredOutput: 'output-config' };

/** The first one that continues no reply (Anthropic's migration guide). */
const sonnet46: Profile = {
  ...claude45,
  prefill: false,
  reasoning: 'adaptive',
  efforts: ['low', 'medium', 'high', 'max'],
};

/** The first one that rejects sampling parameters. */
const opus47: Profile = {
  ...sonnet46,
  maxOutputTokens: 128_000,
  sampling: false,
  efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
};

/** Also the assumption for a Claude model that is newer than this table. */
const newest: Profile = { ...opus47, lateInstructions: true };

/** Both orders of model line and version are in use: `claude-opus-4-5` and `claude-4.5-opus`. */
function names(line: string, version: string): RegExp {
  return new RegExp(`^claude-(?:(?:${line})-${version}|${version}-(?:${line}))(?![0-9])`);
}

export const claudeProfiles: readonly ProfileRow[] = [
  { names: /^claude-3[.-]7(?![0-9])/, profile: budgeted },
  { names: /^claude-3[.-]5(?![0-9])/, profile: base },
  { names: /^claude-(?:[23]|instant)/, profile: { ...base, maxOutputTokens: 4096 } },
  { names: names('opus', '4[.-]8'), profile: newest },
  { names: names('opus', '4[.-]7'), profile: opus47 },
  { names: names('opus', '4[.-]6'), profile: { ...sonnet46, maxOutputTokens: 128_000 } },
  { names: names('opus', '4[.-]5'), profile: { ...claude45, efforts: ['low', 'medium', 'high'] } },
  { names: names('opus', '4[.-]1'), profile: opus41 },
  { names: names('opus', '4'), profile: { ...opus41, structuredOutput: 'none' } },
  { names: names('sonnet|haiku', '4[.-]6'), profile: sonnet46 },
  { names: names('sonnet|haiku', '4[.-]5'), profile: claude45 },
  { names: names('sonnet|haiku', '4'), profile: budgeted },
  { names: /^claude-(?:sonnet-5|5-sonnet)(?![.-]?[0-9](?![0-9]))/, profile: opus47 },
  { names: /^claude/, profile: newest },
];
