// Request options of OpenAI’s formats: effort, end user, service tier and fields that both formats share.
import type { DialectId, Extras } from '../../canonical/dialect.ts';
import type { NoteBook } from '../../canonical/note.ts';
import {
  efforts,
  type CanonicalRequest,
  type Effort,
  type Reasoning,
} from '../../canonical/request.ts';
import type { RequestTarget } from '../../codec.ts';
import { NameMap } from '../../history/names.ts';
import { isJsonObject, type JsonObject } from '../../json/value.ts';
import { chatServiceTiers, type ChatServiceTier, type Profile } from '../../profiles/profile.ts';

/** Decodes a word for the effort; an unknown one is left out with a note. @param path of the field */
export function decodeEffort(
  word: string | null | undefined,
  path: string,
  notes: NoteBook,
): Effort | undefined {
  const effort = efforts.find((known) => known === word);
  if (typeof word === 'string' && effort === undefined) {
    notes.dropped(path, 'This reasoning effort is unknown.');
  }
  return effort;
}

/** The effort that replaces a token budget: each step states its maximum. The figures are Parley's own. */
const budgetSteps: readonly (readonly [limit: number, effort: Effort])[] = [
  [0, 'none'],
  [4_096, 'low'],
  [16_384, 'medium'],
  [32_768, 'high'],
];

/** The effort for a budget of reasoning tokens, at least 0. */
function effortOfBudget(budget: number): Effort {
  return budgetSteps.find(([limit]) => budget <= limit)?.[1] ?? 'xhigh';
}

/** The effort that the client asks for. `auto` leaves it to the model, like no field at all. */
export function wantedEffort({ effort, budget }: Reasoning = {}): Effort | undefined {
  return effort ?? (typeof budget === 'number' ? effortOfBudget(budget) : undefined);
}

/** The nearest effort that a model accepts, with a note unless it is the one that the client asked for. */
export function encodeNearestEffort(
  reasoning: Reasoning | undefined,
  supported: readonly Effort[],
  notes: NoteBook,
): Effort | undefined {
  const wanted = wantedEffort(reasoning);
  const effort = wanted === undefined ? undefined : nearestEffort(wanted, supported);
  if (effort === undefined) return undefined;
  if (effort !== wanted) {
    notes.approximated('reasoning', `The nearest effort this model takes is '${effort}'.`);
  } else if (reasoning?.effort === undefined) {
    notes.approximated('reasoning', 'The reasoning budget became the nearest effort.');
  } else if (typeof reasoning.budget === 'number' && reasoning.budget > 0) {
    notes.dropped('reasoning.budget', 'The format takes an effort, and no budget beside it.');
  }
  return effort;
}

/** Of two equally near efforts the weaker. */
function nearestEffort(wanted: Effort, supported: readonly Effort[]): Effort | undefined {
  const distance = (effort: Effort) => Math.abs(efforts.indexOf(effort) - efforts.indexOf(wanted));
  const ranked = [...supported].sort((one, other) => efforts.indexOf(one) - efforts.indexOf(other));
  let nearest = ranked[0];
  for (const effort of ranked) {
    if (nearest !== undefined && distance(effort) < distance(nearest)) nearest = effort;
  }
  return nearest;
}

/** Maximum length of the end user's id, in characters (`openai` 7.55.0, `safety_identifier`). */
const longestUser = 64;

/** The end user's id, from the newer of two fields. */
export function decodeUser(input: UserInput, notes: NoteBook): string | null | undefined {
  const { user, safety_identifier: safetyIdentifier } = input;
  if (user && safetyIdentifier && user !== safetyIdentifier) {
    notes.dropped('user', 'The field safety_identifier replaces the older user.');
  }
  return safetyIdentifier ?? user;
}

interface UserInput {
  readonly user?: string | null | undefined;
  readonly safety_identifier?: string | null | undefined;
}

/** OpenAI's own models accept the newer field; compatible servers support only `user`. */
export function encodeUser(
  { user }: CanonicalRequest,
  { profile }: RequestTarget,
  notes: NoteBook,
): { readonly user?: string; readonly safety_identifier?: string } {
  if (user === undefined || user === '') return {};
  const isLong = user.length > longestUser;
  if (isLong) notes.approximated('user', `A user name has at most ${longestUser} characters.`);
  const short = isLong ? new NameMap(longestUser).toUpstream(user) : user;
  return profile.outputLimitField === 'max_tokens' ? { user: short } : { safety_identifier: short };
}

/** A temperature that the model accepts: at most its maximum and the maximum of the formats, 2. */
export function encodeTemperature(
  temperature: number | undefined,
  { maxTemperature }: Profile,
  notes: NoteBook,
): number | undefined {
  const highest = Math.min(maxTemperature, 2);
  if (temperature === undefined || temperature <= highest) return temperature;
  const reason = `This model takes a temperature of at most ${highest}.`;
  notes.approximated('sampling.temperature', reason);
  return highest;
}

/** The official tier for the tier name of any dialect; `undefined` for unknown values. */
export function tierOf(word: string): ChatServiceTier | undefined {
  // Other dialects call the same tier `standard` and `standard_only`.
  const official = /^standard(?:_only)?$/.test(word) ? 'default' : word;
  return chatServiceTiers.find((tier) => tier === official);
}

/**
 * Request fields that mean the same in Chat Completions and in Responses, and that no other format has
 * (`openai` 7.55.0, `ChatCompletionCreateParams` and `ResponseCreateParams`).
 */
const sharedFields = ['prompt_cache_retention', 'prompt_cache_options', 'moderation'];

/**
 * Drops what Chat Completions lacks of the cache options of Responses (`openai` 7.59.0, `PromptCacheOptions`): all but the
 * mode and the shorter lifetime.
 */
export function fitCacheOptions(extras: Extras | undefined, notes: NoteBook): Extras | undefined {
  const { prompt_cache_options: options, ...others } = extras?.['openai-responses'] ?? {};
  if (!isJsonObject(options)) return extras;
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(options)) {
    if (name === 'mode' || (name === 'ttl' && value === '30m')) kept[name] = value;
    else if (value) notes.dropped(`prompt_cache_options.${name}`, lostCacheOption);
  }
  return { ...extras, 'openai-responses': { ...others, prompt_cache_options: kept } };
}

const lostCacheOption = 'Chat upstreams do not know this cache option, or not this value of it.';

/** Copies the shared fields from one dialect's extras to the other's. */
export function adoptFields(
  extras: Extras | undefined,
  from: DialectId,
  to: DialectId,
): Extras | undefined {
  const given = extras?.[from];
  if (given === undefined) return extras;
  const adopted: JsonObject = {};
  const left: JsonObject = {};
  for (const [name, value] of Object.entries(given)) {
    (sharedFields.includes(name) ? adopted : left)[name] = value;
  }
  return { ...extras, [from]: left, [to]: { ...adopted, ...extras?.[to] } };
}
