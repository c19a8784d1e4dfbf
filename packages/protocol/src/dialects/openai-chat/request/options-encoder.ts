// Encodes the options of Chat Completions requests, for the request encoder.
import type { NoteBook } from '../../../canonical/note.ts';
import type { CanonicalRequest, OutputFormat, Sampling } from '../../../canonical/request.ts';
import type { RequestTarget } from '../../../codec.ts';
import { NameMap } from '../../../history/names.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { encodeUser } from '../../../shared/openai/end-user.ts';
import { tierOf, type ChatServiceTier } from '../../../shared/openai/service-tier.ts';
import { encodeStrict } from '../../../shared/openai/strict-schema.ts';
import type { ChatRequestOptions, ChatResponseFormat } from '../types.ts';
import { encodeEffort } from './effort.ts';

/** Maximum number of stop strings that OpenAI accepts. */
const mostStops = 4;

/** The format requires a name for a schema; other dialects have none, and it must not vary. */
const schemaName = 'response';

/** Encodes everything in a request except its conversation and its tools. */
export function encodeOptions(
  request: CanonicalRequest,
  target: RequestTarget,
  notes: NoteBook,
): ChatRequestOptions {
  const { outputFormat, metadata } = request;
  return omitUndefined<ChatRequestOptions>({
    [target.profile.outputLimitField]: request.maxOutputTokens,
    stop: encodeStops(request, notes),
    n: request.candidates,
    ...encodeSampling(request, target, notes),
    response_format: outputFormat && encodeOutputFormat(outputFormat, notes),
    ...encodeEffort(request, target.profile, notes),
    verbosity: request.verbosity,
    ...encodeUser(request, target, notes),
    service_tier: encodeTier(request, notes),
    prompt_cache_key: request.cacheKey,
    metadata: metadata && { ...metadata },
    store: request.store,
  });
}

function encodeStops({ stopSequences }: CanonicalRequest, notes: NoteBook): string[] | undefined {
  const usable = (stopSequences ?? []).filter((sequence) => sequence !== '');
  if (usable.length > mostStops) {
    notes.dropped(
      'stopSequences',
      `Chat upstreams take ${mostStops} stop strings; the first ones are sent.`,
    );
  }
  return usable.length > 0 ? usable.slice(0, mostStops) : undefined;
}

function encodeSampling(
  { sampling }: CanonicalRequest,
  { profile }: RequestTarget,
  notes: NoteBook,
): ChatRequestOptions {
  const { seed, topK, ...draw } = sampling;
  if (topK !== undefined) notes.dropped('sampling.topK', 'Chat upstreams have no top_k.');
  if (!profile.sampling) {
    noteUnwanted(draw, notes);
    return omitUndefined({ seed });
  }
  return omitUndefined({
    temperature: fitTemperature(draw.temperature, profile, notes),
    top_p: draw.topP,
    presence_penalty: draw.presencePenalty,
    frequency_penalty: draw.frequencyPenalty,
    logit_bias: draw.logitBias && { ...draw.logitBias },
    logprobs: draw.logprobs,
    top_logprobs: draw.topLogprobs,
    seed,
  });
}

/**
 * Models that accept no temperature accept no other sampling parameters and no token probabilities either.
 */
function noteUnwanted(draw: Sampling, notes: NoteBook): void {
  for (const [name, value] of Object.entries(draw)) {
    const isDefault = value === false || (value === 0 && name.endsWith('Penalty'));
    if (value === undefined || isDefault) continue;
    notes.dropped(`sampling.${name}`, 'The sampling of this model is fixed.');
  }
}

function fitTemperature(
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

function encodeOutputFormat(format: OutputFormat, notes: NoteBook): ChatResponseFormat {
  if (format.type === 'json') return { type: 'json_object' };
  const { name, schema, description } = format;
  return {
    type: 'json_schema',
    json_schema: {
      name: name === undefined ? schemaName : new NameMap().toUpstream(name),
      schema,
      ...omitUndefined({ description, strict: encodeStrict(format, notes) }),
    },
  };
}

function encodeTier(
  { serviceTier }: CanonicalRequest,
  notes: NoteBook,
): ChatServiceTier | undefined {
  if (serviceTier === undefined) return undefined;
  const tier = tierOf(serviceTier);
  if (tier === undefined) notes.dropped('serviceTier', 'Chat upstreams do not know this tier.');
  else if (tier !== serviceTier) {
    notes.approximated('serviceTier', `The nearest tier of chat upstreams is '${tier}'.`);
  }
  return tier;
}
