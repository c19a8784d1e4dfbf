// Guesses the profile of a model from its name and its vendor, for upstreams without a configured profile.
import type { Profile } from './profile.ts';
import { claudeProfiles } from './claude.ts';
import { openaiProfiles } from './openai.ts';
import { openWeightProfiles } from './open-weight.ts';
import { vendorLimits } from './vendor-limits.ts';
import { vendorProfiles } from './vendor.ts';
import { unknownModel, type ProfileRow } from './row.ts';

/** The first match wins, so the more specific rows of a model family come first. */
const rows: readonly ProfileRow[] = [
  ...claudeProfiles,
  ...openaiProfiles,
  ...vendorProfiles,
  ...openWeightProfiles,
];

/**
 * Guesses from a model name what the model accepts. Vendor and region prefixes (`anthropic/…`,
 * `us.anthropic.…`), dates and suffixes are ignored. An unknown name gets the conservative profile that most
 * servers accept. Never throws, and may be wrong: let an operator override it.
 * @param vendor the id of the vendor that runs the upstream, such as `groq`, because the servers of one vendor may
 *   reject what the same model accepts elsewhere
 */
export function guessProfile(model: string, vendor = ''): Profile {
  const name = baseName(model);
  const guess = rows.find(({ names }) => names.test(name))?.profile ?? unknownModel;
  return vendorLimits
    .filter(({ vendors, names }) => vendors.test(vendor) && names.test(name))
    .reduce((profile, { limits }) => overrideProfile(profile, limits), guess);
}

/** Applies an operator's corrections to a guess; absent fields keep the guess. */
export function overrideProfile(profile: Profile, corrections: Partial<Profile>): Profile {
  const fields: [string, unknown][] = Object.entries(corrections);
  return { ...profile, ...Object.fromEntries(fields.filter(([, value]) => value !== undefined)) };
}

/**
 * `openrouter/anthropic/claude-x` and `us.anthropic.claude-x-v1:0` both start with `claude-x` here, Cerebras'
 * `zai-glm-4.7` and Fireworks' `glm-4p7` are `glm-4.7`.
 */
function baseName(model: string): string {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  return name.replace(/^(?:(?:[a-z-]+\.)+|zai-(?=glm))/, '').replaceAll(/(?<=\d)p(?=\d)/g, '.');
}
