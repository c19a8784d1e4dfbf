// Encodes the options of Anthropic Messages requests, for the request encoder.
import type { NoteBook } from '../../../canonical/note.ts';
import type { CanonicalRequest, OutputFormat, Sampling } from '../../../canonical/request.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { addDescription } from '../../../shared/schema-descriptions.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import type { UnsupportedOption } from '../../../shared/unsupported.ts';
import { wireOfTier, type WireEffort } from '../tables.ts';
import type { JsonFormat, RequestBody } from '../types.ts';
import type { Encoding } from './content-encoder.ts';
import { openKeys, restrictSchema } from './output-schema.ts';

type EncodedSampling = Pick<RequestBody, 'temperature' | 'top_p' | 'top_k'>;

/** The lowest `top_p` that the vendor accepts together with reasoning. */
const lowestThinkingTopP = 0.95;

/** Encodes temperature, top_p and top_k as far as the model accepts them; reasoning restricts them. */
export function encodeSampling(
  sampling: Sampling,
  facts: { readonly profile: Profile; readonly isReasoning: boolean },
  notes: NoteBook,
): EncodedSampling {
  const { temperature, topP, topK } = sampling;
  const drop = (name: keyof Sampling, reason: string) => notes.dropped(`sampling.${name}`, reason);
  if (!facts.profile.sampling) {
    const given = (['temperature', 'topP', 'topK'] as const).filter((name) => name in sampling);
    for (const name of given) drop(name, 'The model takes no sampling settings.');
    return {};
  }
  if (!facts.isReasoning) {
    return omitUndefined({
      temperature: fitTemperature(temperature, facts.profile, notes),
      top_p: fitTopP(sampling, notes),
      top_k: topK,
    });
  }
  if (temperature !== undefined && temperature !== 1) {
    drop('temperature', 'With reasoning, the model accepts only a temperature of 1.');
  }
  if (topK !== undefined) drop('topK', 'With reasoning, the model accepts no top_k.');
  if (topP === undefined || topP >= lowestThinkingTopP) return omitUndefined({ top_p: topP });
  drop('topP', 'With reasoning, the model accepts no top_p this low.');
  return {};
}

function fitTemperature(
  temperature: number | undefined,
  profile: Profile,
  notes: NoteBook,
): number | undefined {
  if (temperature === undefined) return undefined;
  const highest = Math.min(1, profile.maxTemperature);
  if (temperature <= highest) return Math.max(0, temperature);
  notes.approximated(
    'sampling.temperature',
    `Messages upstreams take a temperature of at most ${highest}.`,
  );
  return highest;
}

/**
 * Claude 4.1 to 4.6 reject both settings together. So `top_p` is omitted where it changes nothing: 1 is its default, and
 * at a temperature of 0 the most likely token is taken anyway.
 */
function fitTopP({ temperature, topP }: Sampling, notes: NoteBook): number | undefined {
  if (topP === undefined || temperature === undefined) return topP;
  if (topP !== 1 && temperature !== 0) return topP;
  const reason = 'It was omitted, because the temperature is set and it would change nothing.';
  notes.approximated('sampling.topP', reason);
  return undefined;
}

/** Upstreams reject blank stop strings. */
export function encodeStops(
  stops: readonly string[] | undefined,
  notes: NoteBook,
): { readonly stop_sequences?: string[] } {
  const spoken = (stops ?? []).filter((stop) => stop.trim() !== '');
  if (spoken.length < (stops?.length ?? 0)) {
    notes.dropped('stopSequences', 'Messages upstreams reject stop strings of only white space.');
  }
  return spoken.length > 0 ? { stop_sequences: spoken } : {};
}

/** Options without a field in this format, each with the reason. */
export const unsupportedOptions: readonly UnsupportedOption[] = [
  ['candidates', 'Messages upstreams generate only one reply.'],
  ['sampling.seed', 'Messages upstreams take no seed.'],
  ['sampling.presencePenalty', 'Messages upstreams take no penalties.'],
  ['sampling.frequencyPenalty', 'Messages upstreams take no penalties.'],
  ['sampling.logitBias', 'Messages upstreams take no bias on tokens.'],
  ['sampling.logprobs', 'Messages upstreams return no token probabilities.'],
  ['verbosity', 'Messages upstreams have no verbosity setting.'],
  ['cacheKey', 'Messages upstreams cache prompts by cache marks and have no cache key.'],
  ['metadata', 'Messages metadata contains only the id of the end user.'],
  ['store', 'Messages upstreams store no replies.'],
];

export function limitOf(request: CanonicalRequest, { target, notes }: Encoding): number {
  if (request.maxOutputTokens !== undefined) return request.maxOutputTokens;
  notes.defaulted(
    'maxOutputTokens',
    'The format requires an output limit; the default of the model was set.',
  );
  return target.profile.maxOutputTokens;
}

export function encodeOutput(
  format: OutputFormat | undefined,
  effort: WireEffort | undefined,
  encoding: Encoding,
): Pick<RequestBody, 'output_config' | 'output_format'> {
  const written = format === undefined ? undefined : encodeFormat(format, encoding);
  const inConfig = encoding.target.profile.structuredOutput === 'output-config';
  const config = omitUndefined({ effort, format: inConfig ? written : undefined });
  return omitUndefined({
    output_config: Object.keys(config).length > 0 ? config : undefined,
    output_format: inConfig ? undefined : written,
  });
}

function encodeFormat(format: OutputFormat, { target, notes }: Encoding): JsonFormat | undefined {
  if (target.profile.structuredOutput === 'none') {
    notes.dropped(
      'outputFormat',
      'The model has no JSON mode, and no call can take its place; the prompt must ask for JSON.',
    );
    return undefined;
  }
  if (format.type === 'json') {
    notes.dropped(
      'outputFormat',
      'Messages upstreams return JSON only by a schema; the prompt must ask for it.',
    );
    return undefined;
  }
  // The format has no other place for a description.
  const { schema, changed, closesMaps } = restrictSchema(
    addDescription(format.schema, format.description),
  );
  if (closesMaps) {
    notes.dropped('outputFormat', `${openKeys}; the prompt must ask for it.`);
    return undefined;
  }
  if (changed) {
    notes.approximated(
      'outputFormat.schema',
      'Schema limits that the model cannot enforce became descriptions.',
    );
  }
  return { type: 'json_schema', schema };
}

export function encodeTier(tier: string | undefined, notes: NoteBook): RequestBody['service_tier'] {
  if (tier === undefined) return undefined;
  const written = wireOfTier.get(tier);
  if (written === undefined) {
    notes.dropped('serviceTier', 'Messages upstreams have only the tiers auto and standard_only.');
  }
  return written;
}
