import type { NoteBook } from '../../canonical/note.ts';
import type { CanonicalRequest, Effort, OutputFormat } from '../../canonical/request.ts';
import type { RequestTarget } from '../../codec.ts';
import { NameMap } from '../../history/names.ts';
import { effortOfBudget, nearestEffort, tierOf } from './tables.ts';
import type { ChatRequestOptions, ChatResponseFormat } from './wire-types.ts';

/** The most stop strings and the longest user name that OpenAI takes. */
const mostStops = 4;
const longestUser = 64;

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
    ...(request.outputFormat && { response_format: encodeOutputFormat(request.outputFormat) }),
    ...encodeReasoning(request, target, notes),
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
      'stop',
      `Chat upstreams take ${mostStops} stop strings; the first ones are sent.`,
    );
  }
  return usable.length > 0 ? { stop: usable.slice(0, mostStops) } : {};
}

function encodeSampling(
  { sampling }: CanonicalRequest,
  target: RequestTarget,
  notes: NoteBook,
): ChatRequestOptions {
  const { seed, presencePenalty, frequencyPenalty, logitBias, logprobs, topLogprobs } = sampling;
  if (sampling.topK !== undefined) notes.dropped('top_k', 'Chat upstreams have no top_k.');
  return {
    ...encodeTemperature(sampling.temperature, target, notes),
    ...encodeTopP(sampling.topP, target, notes),
    ...(seed !== undefined && { seed }),
    ...(presencePenalty !== undefined && { presence_penalty: presencePenalty }),
    ...(frequencyPenalty !== undefined && { frequency_penalty: frequencyPenalty }),
    ...(logitBias !== undefined && { logit_bias: { ...logitBias } }),
    ...(logprobs !== undefined && { logprobs }),
    ...(topLogprobs !== undefined && { top_logprobs: topLogprobs }),
  };
}

function encodeTemperature(
  temperature: number | undefined,
  { profile }: RequestTarget,
  notes: NoteBook,
): ChatRequestOptions {
  if (temperature === undefined) return {};
  if (!profile.sampling) {
    notes.dropped('temperature', 'This model chooses its temperature itself.');
    return {};
  }
  const highest = Math.min(profile.maxTemperature, 2);
  if (temperature <= highest) return { temperature };
  notes.approximated('temperature', `This model takes a temperature of at most ${highest}.`);
  return { temperature: highest };
}

function encodeTopP(
  topP: number | undefined,
  { profile }: RequestTarget,
  notes: NoteBook,
): ChatRequestOptions {
  if (topP === undefined) return {};
  if (profile.sampling) return { top_p: topP };
  notes.dropped('top_p', 'This model chooses its sampling itself.');
  return {};
}

function encodeOutputFormat(format: OutputFormat): ChatResponseFormat {
  if (format.type === 'json') return { type: 'json_object' };
  const { name, schema, description, strict } = format;
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

function encodeReasoning(
  { reasoning }: CanonicalRequest,
  { profile }: RequestTarget,
  notes: NoteBook,
): ChatRequestOptions {
  const wanted = reasoning?.effort ?? budgetEffort(reasoning?.budget);
  if (wanted === undefined) return {};
  const supported = profile.reasoning === 'none' ? [] : profile.efforts;
  const effort = nearestEffort(wanted, supported);
  if (effort === undefined) {
    // A model that cannot think already does what `none` asks for.
    if (wanted !== 'none') notes.dropped('reasoning', 'This model takes no reasoning effort.');
    return {};
  }
  if (effort !== wanted) {
    notes.approximated('reasoning', `The nearest effort this model takes is '${effort}'.`);
  } else if (reasoning?.effort === undefined) {
    notes.approximated('reasoning', 'The reasoning budget became an effort word.');
  }
  return { reasoning_effort: effort };
}

/** With `auto` the model decides, which is what it does when nothing is sent. */
function budgetEffort(budget: number | 'auto' | undefined): Effort | undefined {
  return typeof budget === 'number' ? effortOfBudget(budget) : undefined;
}

/** OpenAI's own models take the newer field; compatible servers know only `user`. */
function encodeUser(
  { user }: CanonicalRequest,
  { profile }: RequestTarget,
  notes: NoteBook,
): ChatRequestOptions {
  if (user === undefined || user === '') return {};
  const isLong = user.length > longestUser;
  if (isLong) notes.approximated('user', `A user name has at most ${longestUser} characters.`);
  const short = isLong ? new NameMap(longestUser).toUpstream(user) : user;
  return profile.outputLimitField === 'max_tokens' ? { user: short } : { safety_identifier: short };
}

function encodeTier({ serviceTier }: CanonicalRequest, notes: NoteBook): ChatRequestOptions {
  if (serviceTier === undefined) return {};
  const tier = tierOf(serviceTier);
  if (tier === undefined) notes.dropped('service_tier', 'Chat upstreams do not know this tier.');
  else if (tier !== serviceTier) {
    notes.approximated('service_tier', `The nearest tier of chat upstreams is '${tier}'.`);
  }
  return tier === undefined ? {} : { service_tier: tier };
}
