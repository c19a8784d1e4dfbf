// Guesses from a name what a model accepts, for upstreams without a profile of their own.
import type { Profile } from './profile.ts';
import { claudeProfiles } from './claude.ts';
import { openaiProfiles } from './openai.ts';
import { openWeightProfiles } from './open-weight.ts';
import { vendorProfiles } from './vendor.ts';
import { unknownModel, type ProfileRow } from './row.ts';

/** The first row that matches counts, so the more specific rows of a family stand first. */
const rows: readonly ProfileRow[] = [
  ...claudeProfiles,
  ...openaiProfiles,
  ...vendorProfiles,
  ...openWeightProfiles,
];

/**
 * Guesses from its name what a model accepts. Prefixes of vendors and regions (`anthropic/…`,
 * `us.anthropic.…`), dates and suffixes do not disturb; an unknown name gets the modest profile that
 * the fewest servers refuse. It never throws and is never certain: let an operator override it.
 */
export function guessProfile(model: string): Profile {
  const name = baseName(model);
  return rows.find(({ names }) => names.test(name))?.profile ?? unknownModel;
}

/** An operator's corrections on top of a guess; absent fields keep the guess. */
export function overrideProfile(profile: Profile, corrections: Partial<Profile>): Profile {
  const fields: [string, unknown][] = Object.entries(corrections);
  return { ...profile, ...Object.fromEntries(fields.filter(([, value]) => value !== undefined)) };
}

/** `openrouter/anthropic/claude-x` and `us.anthropic.claude-x-v1:0` both begin with `claude-x` here. */
function baseName(model: string): string {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  return name.replace(/^(?:[a-z-]+\.)+/, '');
}
