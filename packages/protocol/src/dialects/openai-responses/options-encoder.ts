import { isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json.ts';
import type { NoteBook } from '../../canonical/note.ts';
import type { CanonicalRequest, Effort, OutputFormat, Sampling } from '../../canonical/request.ts';
import type { RequestTarget } from '../../codec.ts';
import { NameMap } from '../../history/names.ts';
import { effortOfBudget, nearestEffort } from '../openai-chat/tables.ts';
import { ownExtras } from './extras.ts';
import { encryptedReasoning, longestUser, smallestLimit, textLogprobs, tierOf } from './tables.ts';
import type { Includable, ReasoningConfig, RequestOptions, TextFormat } from './wire-request.ts';

/** The wire demands a name for a schema; other dialects have none, and it must never change. */
const schemaName = 'response';

/**
 * Writes everything of a request but its conversation and its tools. Unless the caller wants it
 * otherwise nothing is stored upstream, and reasoning then needs its state in the answer.
 */
export function encodeOptions(
  request: CanonicalRequest,
  target: RequestTarget,
  notes: NoteBook,
): RequestOptions {
  const { cacheKey, metadata, previousResponseId } = request;
  noteMissing(request, notes);
  return {
    ...encodeLimit(request, notes),
    ...encodeSampling(request.sampling, target, notes),
    ...encodeIncludes(request, target),
    ...encodeText(request),
    ...encodeReasoning(request, target, notes),
    ...encodeUser(request, target, notes),
    ...encodeTier(request, notes),
    ...(cacheKey !== undefined && { prompt_cache_key: cacheKey }),
    ...(metadata !== undefined && { metadata: { ...metadata } }),
    ...(previousResponseId !== undefined && { previous_response_id: previousResponseId }),
    store: request.store ?? false,
  };
}

/** What other dialects have and this one does not. */
function noteMissing({ sampling, stopSequences }: CanonicalRequest, notes: NoteBook): void {
  const reason = 'Responses upstreams do not have this setting.';
  if (stopSequences !== undefined && stopSequences.length > 0) notes.dropped('stop', reason);
  const fields = {
    top_k: sampling.topK,
    seed: sampling.seed,
    presence_penalty: sampling.presencePenalty,
    frequency_penalty: sampling.frequencyPenalty,
    logit_bias: sampling.logitBias,
  };
  for (const [field, value] of Object.entries(fields)) {
    if (value !== undefined) notes.dropped(field, reason);
  }
}

function encodeLimit({ maxOutputTokens }: CanonicalRequest, notes: NoteBook): RequestOptions {
  if (maxOutputTokens === undefined) return {};
  if (maxOutputTokens < smallestLimit) {
    notes.approximated('max_output_tokens', `The upstream takes no less than ${smallestLimit}.`);
  }
  return { max_output_tokens: Math.max(maxOutputTokens, smallestLimit) };
}

function encodeSampling(
  sampling: Sampling,
  { profile }: RequestTarget,
  notes: NoteBook,
): RequestOptions {
  const { temperature, topP, topLogprobs } = sampling;
  if (!profile.sampling) {
    const reason = 'This model chooses its sampling itself and tells no probabilities.';
    const fields = { temperature, top_p: topP, logprobs: sampling.logprobs || undefined };
    for (const [field, value] of Object.entries(fields)) {
      if (value !== undefined) notes.dropped(field, reason);
    }
    return {};
  }
  const highest = Math.min(profile.maxTemperature, 2);
  if (temperature !== undefined && temperature > highest) {
    notes.approximated('temperature', `This model takes a temperature of at most ${highest}.`);
  }
  return {
    ...(temperature !== undefined && { temperature: Math.min(temperature, highest) }),
    ...(topP !== undefined && { top_p: topP }),
    ...(topLogprobs !== undefined && { top_logprobs: topLogprobs }),
  };
}

function encodeIncludes(request: CanonicalRequest, { profile }: RequestTarget): RequestOptions {
  const own = ownExtras(request.extras)['include'];
  const include: Includable[] = [];
  if (profile.reasoning !== 'none') include.push(encryptedReasoning);
  if (profile.sampling && request.sampling.logprobs === true) include.push(textLogprobs);
  // Further words came from this dialect, whose type merely does not know them.
  if (Array.isArray(own)) include.push(...(own as Includable[]));
  return include.length > 0 ? { include } : {};
}

function encodeText({ outputFormat, verbosity, extras }: CanonicalRequest): RequestOptions {
  const text = {
    ...objectOf(ownExtras(extras)['text']),
    ...(outputFormat && { format: encodeOutputFormat(outputFormat) }),
    ...(verbosity !== undefined && { verbosity }),
  };
  return Object.keys(text).length > 0 ? { text } : {};
}

export function encodeOutputFormat(format: OutputFormat): TextFormat {
  if (format.type === 'json') return { type: 'json_object' };
  const { name, schema, description, strict } = format;
  return {
    type: 'json_schema',
    name: name === undefined ? schemaName : new NameMap().toUpstream(name),
    schema,
    ...(description !== undefined && { description }),
    strict: strict ?? false,
  };
}

function encodeReasoning(
  request: CanonicalRequest,
  target: RequestTarget,
  notes: NoteBook,
): RequestOptions {
  if (target.profile.reasoning === 'none') {
    const wanted = wantedEffort(request);
    // A model that cannot think already does what `none` asks for.
    if (wanted !== undefined && wanted !== 'none') {
      notes.dropped('reasoning', 'This model takes no reasoning effort.');
    }
    return {};
  }
  const reasoning: ReasoningConfig = {
    ...objectOf(ownExtras(request.extras)['reasoning']),
    ...encodeEffort(request, target, notes),
  };
  if (wantsSummary(request)) reasoning.summary ??= 'auto';
  return Object.keys(reasoning).length > 0 ? { reasoning } : {};
}

/** Whoever gave a budget or asked to see the thinking; others might be refused a summary. */
function wantsSummary({ reasoning }: CanonicalRequest): boolean {
  return reasoning?.show ?? (reasoning?.budget !== undefined && reasoning.effort !== 'none');
}

function wantedEffort({ reasoning }: CanonicalRequest): Effort | undefined {
  const { effort, budget } = reasoning ?? {};
  // With `auto` the model decides, which is what it does when nothing is sent.
  return effort ?? (typeof budget === 'number' ? effortOfBudget(budget) : undefined);
}

function encodeEffort(
  request: CanonicalRequest,
  { profile }: RequestTarget,
  notes: NoteBook,
): ReasoningConfig {
  const wanted = wantedEffort(request);
  const effort = wanted === undefined ? undefined : nearestEffort(wanted, profile.efforts);
  if (effort === undefined) return {};
  if (effort !== wanted) {
    notes.approximated('reasoning', `The nearest effort this model takes is '${effort}'.`);
  } else if (request.reasoning?.effort === undefined) {
    notes.approximated('reasoning', 'The reasoning budget became an effort word.');
  }
  return { effort };
}

/** OpenAI's own models take the newer field; compatible servers know only `user`. */
function encodeUser(
  { user }: CanonicalRequest,
  { profile }: RequestTarget,
  notes: NoteBook,
): RequestOptions {
  if (user === undefined || user === '') return {};
  const isLong = user.length > longestUser;
  if (isLong) notes.approximated('user', `A user name has at most ${longestUser} characters.`);
  const short = isLong ? new NameMap(longestUser).toUpstream(user) : user;
  return profile.outputLimitField === 'max_tokens' ? { user: short } : { safety_identifier: short };
}

function encodeTier({ serviceTier }: CanonicalRequest, notes: NoteBook): RequestOptions {
  if (serviceTier === undefined) return {};
  const tier = tierOf(serviceTier);
  if (tier === undefined) notes.dropped('service_tier', 'Responses upstreams lack this tier.');
  else if (tier !== serviceTier) {
    notes.approximated('service_tier', `The nearest tier of Responses upstreams is '${tier}'.`);
  }
  return tier === undefined ? {} : { service_tier: tier };
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
