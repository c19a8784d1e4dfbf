// Decodes the options of Gemini generateContent requests, for the request decoder.
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import type {
  CanonicalRequest,
  FormatTie,
  OutputFormat,
  Sampling,
} from '../../../canonical/request.ts';
import { omitNullish, omitUndefined } from '../../../shared/omit-undefined.ts';
import { isEmpty, otherFields, rawOf } from '../extras.ts';
import { toJsonSchema } from './json-schema.ts';
import type { GenerationInput, RequestInput } from './schema.ts';
import { dialect, jsonType, userLabel } from '../tables.ts';
import { decodeThinking } from './effort.ts';

type Options = Omit<CanonicalRequest, 'model' | 'stream' | 'includeUsage' | 'turns' | 'tools'>;

export interface DecodedOptions {
  readonly options: Options;
  /** Fields without a canonical form, in their original places. */
  readonly rest: JsonObject;
}

const generationFields = [
  'candidateCount',
  'stopSequences',
  'maxOutputTokens',
  'temperature',
  'topP',
  'topK',
  'seed',
  'presencePenalty',
  'frequencyPenalty',
  'responseLogprobs',
  'logprobs',
  'thinkingConfig',
];
const formatFields = ['responseMimeType', 'responseSchema', 'responseJsonSchema', 'responseFormat'];

/** Decodes everything in a request except its conversation and its tools. */
export function decodeOptions(input: RequestInput): DecodedOptions {
  const config = input.generationConfig ?? {};
  const { [userLabel]: user, ...labels } = input.labels ?? {};
  const outputFormat = decodeFormat(config);
  const isFormatKept = outputFormat === undefined && config.responseMimeType !== 'text/plain';
  const known = isFormatKept ? generationFields : [...generationFields, ...formatFields];
  const { reasoning, rest: thinkingConfig } = decodeThinking(config.thinkingConfig);
  const media = (config.responseFormat ?? []).filter((format) => !format.text);
  const generation = {
    ...(media.length > 0 && { responseFormat: media.map(rawOf) }),
    ...otherFields(config, known),
    ...omitNullish({ logprobs: mayStateLogprobs(config) ? undefined : config.logprobs }),
    ...(!isEmpty(thinkingConfig) && { thinkingConfig }),
  };
  return {
    options: {
      sampling: decodeSampling(config),
      ...omitNullish({
        maxOutputTokens: config.maxOutputTokens,
        stopSequences: decodeStops(config),
        candidates: config.candidateCount,
        outputFormat,
        reasoning,
        user,
        serviceTier: decodeTier(input.serviceTier),
        store: input.store,
        tie: tieOf(input),
        wantsAudio: config.responseModalities?.includes('AUDIO') === true ? true : undefined,
      }),
    },
    rest: omitUndefined({
      generationConfig: isEmpty(generation) ? undefined : generation,
      labels: isEmpty(labels) ? undefined : labels,
    }),
  };
}

/** Google stores prompts under a name and reads them as if they were sent (its page on context caching). */
function tieOf({ cachedContent }: RequestInput): FormatTie | undefined {
  return cachedContent ? { dialect, param: 'cachedContent', addsPrompt: true } : undefined;
}

function decodeSampling(config: GenerationInput): Sampling {
  return omitNullish({
    temperature: config.temperature,
    topP: config.topP,
    topK: config.topK,
    seed: config.seed,
    presencePenalty: config.presencePenalty,
    frequencyPenalty: config.frequencyPenalty,
    logprobs: config.responseLogprobs,
    topLogprobs: mayStateLogprobs(config) ? config.logprobs : undefined,
  });
}

/** A number of probabilities means nothing to a client that wants none. */
function mayStateLogprobs({ responseLogprobs }: GenerationInput): boolean {
  return responseLogprobs !== false;
}

function decodeStops({ stopSequences }: GenerationInput): string[] | undefined {
  const usable = (stopSequences ?? []).filter((sequence) => sequence !== '');
  return usable.length > 0 ? usable : undefined;
}

/** Decodes the old and the new way to request JSON; other MIME types are kept for the dialect. */
function decodeFormat(config: GenerationInput): OutputFormat | undefined {
  const asked = (config.responseFormat ?? []).find((format) => format.text)?.text;
  const type = (asked?.mimeType ?? config.responseMimeType ?? '').toLowerCase();
  const schema = asked?.schema ?? config.responseJsonSchema ?? config.responseSchema ?? null;
  const isJson = type === jsonType || type === 'application_json' || (type === '' && schema);
  if (!isJson) return undefined;
  if (!isSchema(schema)) return { type: 'json' };
  return { type: 'schema', schema: toJsonSchema(schema), bound: true };
}

function isSchema(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && !isEmpty(value);
}

function decodeTier(word: string | null | undefined): string | undefined {
  const tier = word?.toLowerCase() ?? '';
  return tier === '' || tier === 'unspecified' ? undefined : tier;
}
