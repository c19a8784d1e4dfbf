import type { NoteBook } from '../../../canonical/note.ts';
import type { CanonicalRequest, OutputFormat } from '../../../canonical/request.ts';
import type { RequestTarget } from '../../../codec.ts';
import { NameMap } from '../../../history/names.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { noteDoubles } from '../extras.ts';
import { jsonType, labelValues, longestLabel, mostStops, tierOf, userLabel } from '../tables.ts';
import type { RequestBody, WireGeneration } from '../types.ts';
import { encodeThinking } from './effort.ts';
import { toOpenApiSchema } from './openapi-schema.ts';

/** Writes everything of a request but its conversation and its tools. */
export function encodeOptions(
  request: CanonicalRequest,
  { profile }: RequestTarget,
  notes: NoteBook,
): Pick<RequestBody, 'generationConfig' | 'serviceTier' | 'labels'> {
  const { candidates, maxOutputTokens } = request;
  const thinking = encodeThinking(request.reasoning, profile, notes);
  const generation: WireGeneration = {
    ...(candidates !== undefined && { candidateCount: candidates }),
    ...encodeStops(request, notes),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...encodeSampling(request, profile, notes),
    ...encodeFormat(request, profile, notes),
    ...(thinking !== undefined && { thinkingConfig: thinking }),
  };
  noteUnsupported(request, notes);
  return {
    ...(Object.keys(generation).length > 0 && { generationConfig: generation }),
    ...encodeTier(request, notes),
    ...encodeUser(request, notes),
  };
}

function encodeStops({ stopSequences }: CanonicalRequest, notes: NoteBook): WireGeneration {
  const usable = (stopSequences ?? []).filter((sequence) => sequence !== '');
  if (usable.length > mostStops) {
    notes.dropped('stopSequences', `Of the stop strings the first ${mostStops} are sent.`);
  }
  return usable.length > 0 ? { stopSequences: usable.slice(0, mostStops) } : {};
}

function encodeSampling(
  { sampling }: CanonicalRequest,
  profile: Profile,
  notes: NoteBook,
): WireGeneration {
  const { seed, presencePenalty, frequencyPenalty, logprobs, topLogprobs } = sampling;
  if (sampling.logitBias !== undefined) {
    notes.dropped('sampling.logitBias', 'Gemini upstreams take no bias on tokens.');
  }
  return {
    ...encodeDraw({ sampling }, profile, notes),
    ...(seed !== undefined && { seed: fitSeed(seed, notes) }),
    ...(presencePenalty !== undefined && { presencePenalty }),
    ...(frequencyPenalty !== undefined && { frequencyPenalty }),
    ...(logprobs !== undefined && { responseLogprobs: logprobs }),
    // The number of alternatives is refused where no probabilities are asked for.
    ...(logprobs === true && topLogprobs !== undefined && { logprobs: topLogprobs }),
  };
}

function encodeDraw(
  { sampling }: Pick<CanonicalRequest, 'sampling'>,
  profile: Profile,
  notes: NoteBook,
): WireGeneration {
  const { temperature, topP, topK } = sampling;
  if (!profile.sampling) {
    const isSet = [temperature, topP, topK].some((value) => value !== undefined);
    if (isSet) notes.dropped('sampling', 'This model chooses its sampling itself.');
    return {};
  }
  const highest = profile.maxTemperature;
  if (temperature !== undefined && temperature > highest) {
    notes.approximated('sampling.temperature', `This model takes at most ${highest}.`);
  }
  return {
    ...(temperature !== undefined && { temperature: Math.min(temperature, highest) }),
    ...(topP !== undefined && { topP }),
    ...(topK !== undefined && { topK }),
  };
}

/** Seeds have 32 bits here; a longer one is folded, so that the same one stays the same. */
function fitSeed(seed: number, notes: NoteBook): number {
  const folded = seed | 0;
  if (folded !== seed) notes.approximated('sampling.seed', 'Seeds have 32 bits here.');
  return folded;
}

function encodeFormat(
  { outputFormat, tools }: CanonicalRequest,
  profile: Profile,
  notes: NoteBook,
): WireGeneration {
  if (outputFormat === undefined) return {};
  const hasFunctions = tools.some((tool) => tool.kind !== 'server');
  if (hasFunctions && profile.gemini?.jsonBesideTools === false) {
    notes.dropped('outputFormat', 'This model gives no JSON by schema where it has tools.');
    return {};
  }
  if (outputFormat.type === 'json') return { responseMimeType: jsonType };
  return { responseMimeType: jsonType, ...encodeSchema(outputFormat, profile, notes) };
}

/** One of two slots, never both. */
function encodeSchema(
  { schema, description }: Extract<OutputFormat, { type: 'schema' }>,
  profile: Profile,
  notes: NoteBook,
): WireGeneration {
  const isTold = description !== undefined && schema['description'] === undefined;
  const whole = isTold ? { ...schema, description } : schema;
  noteDoubles(whole, { path: 'outputFormat.schema', notes });
  if (profile.gemini?.jsonSchema === true) return { responseJsonSchema: whole };
  return { responseSchema: toOpenApiSchema(whole, 'outputFormat.schema', notes) };
}

/** The standard tier is what every request gets, so it is left unsaid. */
function encodeTier(
  { serviceTier }: CanonicalRequest,
  notes: NoteBook,
): Pick<RequestBody, 'serviceTier'> {
  if (serviceTier === undefined) return {};
  const tier = tierOf(serviceTier);
  if (tier === undefined) notes.dropped('serviceTier', 'The upstream has no such tier.');
  return tier === undefined || tier === 'standard' ? {} : { serviceTier: tier };
}

/** Values of labels are short and in lower case; other names are changed, always in the same way. */
function encodeUser({ user }: CanonicalRequest, notes: NoteBook): Pick<RequestBody, 'labels'> {
  if (user === undefined || user === '') return {};
  const value = new NameMap(longestLabel, labelValues).toUpstream(user);
  if (value !== user) {
    notes.approximated('user', 'The name of the end user was changed to fit a label.');
  }
  return { labels: { [userLabel]: value } };
}

/** What this format has no word for, each with the reason. */
const unsupportedFields: readonly (readonly [
  (request: CanonicalRequest) => boolean,
  string,
  string,
])[] = [
  [
    ({ verbosity }) => verbosity !== undefined,
    'verbosity',
    'Gemini upstreams have no verbosity setting.',
  ],
  [
    ({ cacheKey }) => cacheKey !== undefined,
    'cacheKey',
    'Gemini upstreams cache prompts without keys.',
  ],
  [
    ({ metadata }) => metadata !== undefined,
    'metadata',
    'Gemini requests have labels for billing, but no metadata.',
  ],
  [({ store }) => store === true, 'store', 'Gemini upstreams keep no answers for later.'],
];

function noteUnsupported(request: CanonicalRequest, notes: NoteBook): void {
  for (const [isGiven, path, reason] of unsupportedFields) {
    if (isGiven(request)) notes.dropped(path, reason);
  }
}
