// Encodes the options of Responses requests, for the request encoder.
import { NoteBook } from '../../../canonical/note.ts';
import type { CanonicalRequest, OutputFormat, Sampling } from '../../../canonical/request.ts';
import type { RequestTarget } from '../../../codec.ts';
import { objectOf } from '../../../shared/json-fields.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { encodeStrict, schemaName } from '../../../shared/openai/output-format.ts';
import {
  encodeNearestEffort,
  encodeTemperature,
  encodeUser,
  wantedEffort,
} from '../../../shared/openai/request-options.ts';
import { encodeOutputLimit } from '../../../shared/output-limit.ts';
import { noteUnsupported, type UnsupportedOption } from '../../../shared/unsupported.ts';
import { ownExtras } from '../extras.ts';
import { encryptedReasoning, smallestLimit, textLogprobs, tierOf } from '../tables.ts';
import type {
  Includable,
  ReasoningConfig,
  RequestOptions,
  ServiceTier,
  TextFormat,
} from './types.ts';

/**
 * Encodes everything in a request except its conversation and its tools. By default the upstream stores
 * nothing, so the reply must include the state of its reasoning.
 */
export function encodeOptions(
  request: CanonicalRequest,
  target: RequestTarget,
  notes: NoteBook,
): RequestOptions {
  const { metadata } = request;
  noteUnsupported(request, unsupportedOptions, notes);
  return omitUndefined<RequestOptions>({
    max_output_tokens: encodeOutputLimit(request, smallestLimit, notes),
    ...encodeSampling(request.sampling, target, notes),
    ...encodeIncludes(request, target),
    ...encodeText(request, notes),
    ...encodeReasoning(request, target, notes),
    ...encodeUser(request, target, notes),
    service_tier: encodeTier(request, notes),
    prompt_cache_key: request.cacheKey,
    metadata: metadata && { ...metadata },
    previous_response_id: request.previousResponseId,
    store: request.store ?? false,
  });
}

/** Options without a field in this format, each with the reason. */
const unsupportedOptions: readonly UnsupportedOption[] = [
  ['stopSequences', 'Responses upstreams take no stop strings.'],
  ['sampling.topK', 'Responses upstreams take no top_k.'],
  ['sampling.seed', 'Responses upstreams take no seed.'],
  ['sampling.presencePenalty', 'Responses upstreams take no penalties.'],
  ['sampling.frequencyPenalty', 'Responses upstreams take no penalties.'],
  ['sampling.logitBias', 'Responses upstreams take no bias on tokens.'],
];

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
  return omitUndefined({
    temperature: encodeTemperature(temperature, profile, notes),
    top_p: topP,
    top_logprobs: topLogprobs,
  });
}

function encodeIncludes(request: CanonicalRequest, { profile }: RequestTarget): RequestOptions {
  const own = ownExtras(request.extras)['include'];
  const include: Includable[] = [];
  if (profile.reasoning !== 'none') include.push(encryptedReasoning);
  if (profile.sampling && request.sampling.logprobs === true) include.push(textLogprobs);
  // Other values came from this dialect, whose type does not include them.
  if (Array.isArray(own)) include.push(...(own as Includable[]));
  return include.length > 0 ? { include } : {};
}

function encodeText(
  { outputFormat, verbosity, extras }: CanonicalRequest,
  notes: NoteBook,
): RequestOptions {
  const text = {
    ...objectOf(ownExtras(extras)['text']),
    ...omitUndefined({
      format: outputFormat && encodeOutputFormat(outputFormat, notes),
      verbosity,
    }),
  };
  return Object.keys(text).length > 0 ? { text } : {};
}

export function encodeOutputFormat(format: OutputFormat, notes = new NoteBook()): TextFormat {
  if (format.type === 'json') return { type: 'json_object' };
  const { name, schema, description } = format;
  return {
    type: 'json_schema',
    name: schemaName(name),
    schema,
    ...omitUndefined({ description }),
    strict: encodeStrict(format, 'outputFormat.strict', notes) ?? false,
  };
}

function encodeReasoning(
  request: CanonicalRequest,
  target: RequestTarget,
  notes: NoteBook,
): RequestOptions {
  if (target.profile.reasoning === 'none') {
    const wanted = wantedEffort(request.reasoning);
    // A model that cannot reason already does what `none` asks for.
    if (wanted !== undefined && wanted !== 'none') {
      notes.dropped('reasoning', 'This model accepts no reasoning effort.');
    }
    return {};
  }
  const reasoning: ReasoningConfig = {
    ...objectOf(ownExtras(request.extras)['reasoning']),
    ...omitUndefined({
      effort: encodeNearestEffort(request.reasoning, target.profile.efforts, notes),
    }),
  };
  if (wantsSummary(request)) reasoning.summary ??= 'auto';
  return Object.keys(reasoning).length > 0 ? { reasoning } : {};
}

/** True if the client set a budget or asked to see the reasoning; a summary might be rejected for others. */
function wantsSummary({ reasoning }: CanonicalRequest): boolean {
  return reasoning?.show ?? (reasoning?.budget !== undefined && reasoning.effort !== 'none');
}

function encodeTier({ serviceTier }: CanonicalRequest, notes: NoteBook): ServiceTier | undefined {
  if (serviceTier === undefined) return undefined;
  const tier = tierOf(serviceTier);
  if (tier === undefined) notes.dropped('serviceTier', 'Responses upstreams lack this tier.');
  else if (tier !== serviceTier) {
    notes.approximated('serviceTier', `The nearest tier of Responses upstreams is '${tier}'.`);
  }
  return tier;
}
