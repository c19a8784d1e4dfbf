import { NoteBook } from '../../../canonical/note.ts';
import type { CanonicalRequest, OutputFormat, Sampling } from '../../../canonical/request.ts';
import type { RequestTarget } from '../../../codec.ts';
import { NameMap } from '../../../history/names.ts';
import { objectOf } from '../../../shared/json-fields.ts';
import { nearestEffort, wantedEffort } from '../../../shared/openai/effort.ts';
import { encodeUser } from '../../../shared/openai/end-user.ts';
import { encodeStrict } from '../../../shared/openai/strict-schema.ts';
import { ownExtras } from '../extras.ts';
import { encryptedReasoning, smallestLimit, textLogprobs, tierOf } from '../tables.ts';
import type { Includable, ReasoningConfig, RequestOptions, TextFormat } from './types.ts';

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
  noteUnsupported(request, notes);
  return {
    ...encodeLimit(request, notes),
    ...encodeSampling(request.sampling, target, notes),
    ...encodeIncludes(request, target),
    ...encodeText(request, notes),
    ...encodeReasoning(request, target, notes),
    ...encodeUser(request, target, notes),
    ...encodeTier(request, notes),
    ...(cacheKey !== undefined && { prompt_cache_key: cacheKey }),
    ...(metadata !== undefined && { metadata: { ...metadata } }),
    ...(previousResponseId !== undefined && { previous_response_id: previousResponseId }),
    store: request.store ?? false,
  };
}

/** What other dialects have and this one does not, in the words of a note. */
const unsupportedFields = [
  ['topK', 'top_k'],
  ['seed', 'seed'],
  ['presencePenalty', 'penalties'],
  ['frequencyPenalty', 'penalties'],
  ['logitBias', 'bias on tokens'],
] as const;

function noteUnsupported({ sampling, stopSequences }: CanonicalRequest, notes: NoteBook): void {
  if (stopSequences !== undefined && stopSequences.length > 0) {
    notes.dropped('stopSequences', 'Responses upstreams take no stop strings.');
  }
  for (const [name, words] of unsupportedFields) {
    const value = sampling[name];
    // A penalty of 0 is what every upstream does by itself.
    const isDefault = value === 0 && words === 'penalties';
    if (value === undefined || isDefault) continue;
    notes.dropped(`sampling.${name}`, `Responses upstreams take no ${words}.`);
  }
}

function encodeLimit({ maxOutputTokens }: CanonicalRequest, notes: NoteBook): RequestOptions {
  if (maxOutputTokens === undefined) return {};
  if (maxOutputTokens < smallestLimit) {
    notes.approximated('maxOutputTokens', `The upstream takes no less than ${smallestLimit}.`);
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
    const unwanted = { temperature, topP, logprobs: sampling.logprobs || undefined };
    for (const [name, value] of Object.entries(unwanted)) {
      if (value !== undefined) notes.dropped(`sampling.${name}`, reason);
    }
    return {};
  }
  const highest = Math.min(profile.maxTemperature, 2);
  if (temperature !== undefined && temperature > highest) {
    notes.approximated(
      'sampling.temperature',
      `This model takes a temperature of at most ${highest}.`,
    );
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

function encodeText(
  { outputFormat, verbosity, extras }: CanonicalRequest,
  notes: NoteBook,
): RequestOptions {
  const text = {
    ...objectOf(ownExtras(extras)['text']),
    ...(outputFormat && { format: encodeOutputFormat(outputFormat, notes) }),
    ...(verbosity !== undefined && { verbosity }),
  };
  return Object.keys(text).length > 0 ? { text } : {};
}

export function encodeOutputFormat(format: OutputFormat, notes = new NoteBook()): TextFormat {
  if (format.type === 'json') return { type: 'json_object' };
  const { name, schema, description } = format;
  return {
    type: 'json_schema',
    name: name === undefined ? schemaName : new NameMap().toUpstream(name),
    schema,
    ...(description !== undefined && { description }),
    strict: encodeStrict(format, notes) ?? false,
  };
}

function encodeReasoning(
  request: CanonicalRequest,
  target: RequestTarget,
  notes: NoteBook,
): RequestOptions {
  if (target.profile.reasoning === 'none') {
    const wanted = wantedEffort(request.reasoning);
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

function encodeEffort(
  request: CanonicalRequest,
  { profile }: RequestTarget,
  notes: NoteBook,
): ReasoningConfig {
  const wanted = wantedEffort(request.reasoning);
  const effort = wanted === undefined ? undefined : nearestEffort(wanted, profile.efforts);
  if (effort === undefined) return {};
  if (effort !== wanted) {
    notes.approximated('reasoning', `The nearest effort this model takes is '${effort}'.`);
  } else if (request.reasoning?.effort === undefined) {
    notes.approximated('reasoning', 'The reasoning budget became an effort word.');
  }
  return { effort };
}

function encodeTier({ serviceTier }: CanonicalRequest, notes: NoteBook): RequestOptions {
  if (serviceTier === undefined) return {};
  const tier = tierOf(serviceTier);
  if (tier === undefined) notes.dropped('serviceTier', 'Responses upstreams lack this tier.');
  else if (tier !== serviceTier) {
    notes.approximated('serviceTier', `The nearest tier of Responses upstreams is '${tier}'.`);
  }
  return tier === undefined ? {} : { service_tier: tier };
}
