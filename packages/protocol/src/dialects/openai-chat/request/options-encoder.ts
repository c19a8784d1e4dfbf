import type { NoteBook } from '../../../canonical/note.ts';
import type { CanonicalRequest, OutputFormat, Sampling } from '../../../canonical/request.ts';
import type { RequestTarget } from '../../../codec.ts';
import { NameMap } from '../../../history/names.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { encodeUser } from '../../../shared/openai/end-user.ts';
import { tierOf } from '../../../shared/openai/service-tier.ts';
import { encodeStrict } from '../../../shared/openai/strict-schema.ts';
import type { ChatRequestOptions, ChatResponseFormat } from '../types.ts';
import { encodeEffort } from './effort.ts';

/** The most stop strings that OpenAI takes. */
const mostStops = 4;

/** The wire demands a name for a schema; other dialects have none, and it must never change. */
const schemaName = 'response';

/** Writes everything of a request but its conversation and its tools. */
export function encodeOptions(
  request: CanonicalRequest,
  target: RequestTarget,
  notes: NoteBook,
): ChatRequestOptions {
  const { maxOutputTokens, candidates, verbosity, cacheKey, metadata, store } = request;
  return {
    ...(maxOutputTokens !== undefined && { [target.profile.outputLimitField]: maxOutputTokens }),
    ...encodeStops(request, notes),
    ...(candidates !== undefined && { n: candidates }),
    ...encodeSampling(request, target, notes),
    ...(request.outputFormat && {
      response_format: encodeOutputFormat(request.outputFormat, notes),
    }),
    ...encodeEffort(request, target.profile, notes),
    ...(verbosity !== undefined && { verbosity }),
    ...encodeUser(request, target, notes),
    ...encodeTier(request, notes),
    ...(cacheKey !== undefined && { prompt_cache_key: cacheKey }),
    ...(metadata !== undefined && { metadata: { ...metadata } }),
    ...(store !== undefined && { store }),
  };
}

function encodeStops({ stopSequences }: CanonicalRequest, notes: NoteBook): ChatRequestOptions {
  const usable = (stopSequences ?? []).filter((sequence) => sequence !== '');
  if (usable.length > mostStops) {
    notes.dropped(
      'stopSequences',
      `Chat upstreams take ${mostStops} stop strings; the first ones are sent.`,
    );
  }
  return usable.length > 0 ? { stop: usable.slice(0, mostStops) } : {};
}

function encodeSampling(
  { sampling }: CanonicalRequest,
  { profile }: RequestTarget,
  notes: NoteBook,
): ChatRequestOptions {
  const { seed, topK, ...draw } = sampling;
  if (topK !== undefined) notes.dropped('sampling.topK', 'Chat upstreams have no top_k.');
  if (!profile.sampling) noteUnwanted(draw, notes);
  return {
    ...(profile.sampling && encodeDraw(draw, profile, notes)),
    ...(seed !== undefined && { seed }),
  };
}

/** Models that take no temperature take nothing else that bends the odds or tells them. */
function noteUnwanted(draw: Sampling, notes: NoteBook): void {
  for (const [name, value] of Object.entries(draw)) {
    const isDefault = value === false || (value === 0 && name.endsWith('Penalty'));
    if (value === undefined || isDefault) continue;
    notes.dropped(`sampling.${name}`, 'This model chooses its sampling itself.');
  }
}

function encodeDraw(draw: Sampling, profile: Profile, notes: NoteBook): ChatRequestOptions {
  const { topP, presencePenalty, frequencyPenalty, logitBias, logprobs, topLogprobs } = draw;
  return {
    ...encodeTemperature(draw.temperature, profile, notes),
    ...(topP !== undefined && { top_p: topP }),
    ...(presencePenalty !== undefined && { presence_penalty: presencePenalty }),
    ...(frequencyPenalty !== undefined && { frequency_penalty: frequencyPenalty }),
    ...(logitBias !== undefined && { logit_bias: { ...logitBias } }),
    ...(logprobs !== undefined && { logprobs }),
    ...(topLogprobs !== undefined && { top_logprobs: topLogprobs }),
  };
}

function encodeTemperature(
  temperature: number | undefined,
  { maxTemperature }: Profile,
  notes: NoteBook,
): ChatRequestOptions {
  if (temperature === undefined) return {};
  const highest = Math.min(maxTemperature, 2);
  if (temperature <= highest) return { temperature };
  const reason = `This model takes a temperature of at most ${highest}.`;
  notes.approximated('sampling.temperature', reason);
  return { temperature: highest };
}

function encodeOutputFormat(format: OutputFormat, notes: NoteBook): ChatResponseFormat {
  if (format.type === 'json') return { type: 'json_object' };
  const { name, schema, description } = format;
  const strict = encodeStrict(format, notes);
  return {
    type: 'json_schema',
    json_schema: {
      name: name === undefined ? schemaName : new NameMap().toUpstream(name),
      schema,
      ...(description !== undefined && { description }),
      ...(strict !== undefined && { strict }),
    },
  };
}

function encodeTier({ serviceTier }: CanonicalRequest, notes: NoteBook): ChatRequestOptions {
  if (serviceTier === undefined) return {};
  const tier = tierOf(serviceTier);
  if (tier === undefined) notes.dropped('serviceTier', 'Chat upstreams do not know this tier.');
  else if (tier !== serviceTier) {
    notes.approximated('serviceTier', `The nearest tier of chat upstreams is '${tier}'.`);
  }
  return tier === undefined ? {} : { service_tier: tier };
}
