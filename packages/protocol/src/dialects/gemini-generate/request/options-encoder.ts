// Encodes the options of Gemini generateContent requests, for the request encoder.
import type { NoteBook } from '../../../canonical/note.ts';
import type { CanonicalRequest, OutputFormat, Sampling } from '../../../canonical/request.ts';
import type { RequestTarget } from '../../../codec.ts';
import { NameMap } from '../../../history/names.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { addDescription } from '../../../shared/schema-descriptions.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { encodeOutputLimit } from '../../../shared/output-limit.ts';
import { noteUnsupported, type UnsupportedOption } from '../../../shared/unsupported.ts';
import { isEmpty, noteDoubles } from '../extras.ts';
import {
  jsonType,
  labelValues,
  longestLabel,
  mostStops,
  tierOf,
  userLabel,
  vertex,
} from '../tables.ts';
import type { RequestBody, WireGeneration } from '../types.ts';
import { encodeThinking } from './effort.ts';
import { toOpenApiSchema } from './openapi-schema.ts';

/** Encodes everything in a request except its conversation and its tools. */
export function encodeOptions(
  request: CanonicalRequest,
  { profile, vendor }: RequestTarget,
  notes: NoteBook,
): Pick<RequestBody, 'generationConfig' | 'serviceTier' | 'labels'> {
  const thinking = encodeThinking(request.reasoning, profile, notes);
  const generation = omitUndefined<WireGeneration>({
    candidateCount: request.candidates,
    stopSequences: encodeStops(request, notes),
    maxOutputTokens: encodeOutputLimit(request, 1, notes),
    ...encodeSampling(request, profile, notes),
    ...encodeFormat(request, profile, notes),
    thinkingConfig: thinking,
  });
  noteUnsupported(request, unsupportedOptions, notes);
  return omitUndefined({
    generationConfig: isEmpty(generation) ? undefined : generation,
    serviceTier: encodeTier(request, vendor, notes),
    labels: encodeUser(request, notes),
  });
}

function encodeStops({ stopSequences }: CanonicalRequest, notes: NoteBook): string[] | undefined {
  const usable = (stopSequences ?? []).filter((sequence) => sequence !== '');
  if (usable.length > mostStops) {
    notes.dropped('stopSequences', `Only the first ${mostStops} stop strings were sent.`);
  }
  return usable.length > 0 ? usable.slice(0, mostStops) : undefined;
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
    ...encodeDraw(sampling, profile, notes),
    ...omitUndefined({
      seed: seed === undefined ? undefined : fitSeed(seed, notes),
      // Several models reject penalties altogether, and 0 is what they are without any.
      presencePenalty: presencePenalty === 0 ? undefined : presencePenalty,
      frequencyPenalty: frequencyPenalty === 0 ? undefined : frequencyPenalty,
      responseLogprobs: logprobs,
      // The number of alternatives is rejected if no probabilities are requested.
      logprobs: logprobs === true ? topLogprobs : undefined,
    }),
  };
}

function encodeDraw(
  { temperature, topP, topK }: Sampling,
  profile: Profile,
  notes: NoteBook,
): WireGeneration {
  if (!profile.sampling) {
    const isSet = [temperature, topP, topK].some((value) => value !== undefined);
    if (isSet) notes.dropped('sampling', 'The sampling of this model is fixed.');
    return {};
  }
  const highest = profile.maxTemperature;
  if (temperature === undefined || temperature <= highest) {
    return omitUndefined({ temperature, topP, topK });
  }
  notes.approximated('sampling.temperature', `This model takes at most ${highest}.`);
  return omitUndefined({ temperature: highest, topP, topK });
}

/** Seeds have 32 bits here; a longer one is folded, so that equal seeds stay equal. */
function fitSeed(seed: number, notes: NoteBook): number {
  const folded = seed | 0;
  if (folded !== seed)
    notes.approximated('sampling.seed', 'Gemini seeds have 32 bits, so the seed was shortened.');
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
    notes.dropped('outputFormat', 'This model supports no JSON schema beside tools.');
    return {};
  }
  if (outputFormat.type === 'json') return { responseMimeType: jsonType };
  return { responseMimeType: jsonType, ...encodeSchema(outputFormat, profile, notes) };
}

/** One of two fields, never both. */
function encodeSchema(
  { schema, description }: Extract<OutputFormat, { type: 'schema' }>,
  profile: Profile,
  notes: NoteBook,
): WireGeneration {
  const whole = addDescription(schema, description);
  noteDoubles(whole, { path: 'outputFormat.schema', notes });
  if (profile.gemini?.jsonSchema === true) return { responseJsonSchema: whole };
  return { responseSchema: toOpenApiSchema(whole, 'outputFormat.schema', notes) };
}

/** The standard tier is the default, so it is omitted. Vertex AI reads tiers from a header alone. */
function encodeTier(
  { serviceTier }: CanonicalRequest,
  vendor: string,
  notes: NoteBook,
): RequestBody['serviceTier'] {
  if (serviceTier === undefined) return undefined;
  const tier = tierOf(serviceTier);
  if (tier === 'standard') return undefined;
  if (tier !== undefined && vendor !== vertex) return tier;
  notes.dropped('serviceTier', 'The upstream has no such tier.');
  return undefined;
}

/** Label values are short and in lower case; other ids are changed, always in the same way. */
function encodeUser({ user }: CanonicalRequest, notes: NoteBook): RequestBody['labels'] {
  if (user === undefined || user === '') return undefined;
  const value = new NameMap(longestLabel, labelValues).toUpstream(user);
  if (value !== user) {
    notes.approximated('user', 'The name of the end user was changed to a legal label.');
  }
  return { [userLabel]: value };
}

/** Options without a field in this format, each with the reason. */
const unsupportedOptions: readonly UnsupportedOption[] = [
  ['verbosity', 'Gemini upstreams have no verbosity setting.'],
  ['cacheKey', 'Gemini upstreams cache prompts without keys.'],
  ['metadata', 'Gemini requests have labels for billing, but no metadata.'],
  ['store', 'Gemini upstreams store no replies.'],
];
