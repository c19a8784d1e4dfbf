import type { NoteBook } from '../../../canonical/note.ts';
import type { CanonicalRequest, OutputFormat, Sampling } from '../../../canonical/request.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { wireOfTier, type WireEffort } from '../tables.ts';
import type { JsonFormat, RequestBody } from '../types.ts';
import type { Encoding } from './content-encoder.ts';
import { openKeys, restrictSchema } from './output-schema.ts';

interface EncodedSampling {
  readonly temperature?: number;
  readonly top_p?: number;
  readonly top_k?: number;
}

/** The lowest `top_p` the vendor takes together with thinking. */
const lowestThinkingTopP = 0.95;

/** Writes what the model takes of temperature, top_p and top_k; thinking leaves little of it. */
export function encodeSampling(
  sampling: Sampling,
  facts: { readonly profile: Profile; readonly thinks: boolean },
  notes: NoteBook,
): EncodedSampling {
  const { temperature, topP, topK } = sampling;
  const drop = (name: keyof Sampling, reason: string) => notes.dropped(`sampling.${name}`, reason);
  if (!facts.profile.sampling) {
    const given = (['temperature', 'topP', 'topK'] as const).filter((name) => name in sampling);
    for (const name of given) drop(name, 'The model takes no sampling settings.');
    return {};
  }
  if (!facts.thinks) {
    return {
      ...encodeTemperature(temperature, facts.profile, notes),
      ...encodeTopP(sampling, notes),
      ...(topK !== undefined && { top_k: topK }),
    };
  }
  if (temperature !== undefined && temperature !== 1) {
    drop('temperature', 'A thinking model takes no other temperature than 1.');
  }
  if (topK !== undefined) drop('topK', 'A thinking model takes no top_k.');
  if (topP === undefined || topP >= lowestThinkingTopP) {
    return topP === undefined ? {} : { top_p: topP };
  }
  drop('topP', 'A thinking model takes no top_p this low.');
  return {};
}

function encodeTemperature(
  temperature: number | undefined,
  profile: Profile,
  notes: NoteBook,
): { readonly temperature?: number } {
  if (temperature === undefined) return {};
  const highest = Math.min(1, profile.maxTemperature);
  if (temperature <= highest) return { temperature: Math.max(0, temperature) };
  notes.approximated(
    'sampling.temperature',
    `Messages upstreams take a temperature of at most ${highest}.`,
  );
  return { temperature: highest };
}

/** Several models refuse both settings together, and 1 is what `top_p` is without being said. */
function encodeTopP({ temperature, topP }: Sampling, notes: NoteBook): { readonly top_p?: number } {
  if (topP === undefined) return {};
  if (topP !== 1 || temperature === undefined) return { top_p: topP };
  notes.approximated('sampling.topP', 'A top_p of 1 was left unsaid beside the temperature.');
  return {};
}

/** Blank stop strings are refused upstream. */
export function encodeStops(
  stops: readonly string[] | undefined,
  notes: NoteBook,
): { readonly stop_sequences?: string[] } {
  const spoken = (stops ?? []).filter((stop) => stop.trim() !== '');
  if (spoken.length < (stops?.length ?? 0)) {
    notes.dropped('stopSequences', 'A stop string of nothing but white space is refused upstream.');
  }
  return spoken.length > 0 ? { stop_sequences: spoken } : {};
}

/** What this format has no word for, each with the reason. */
const unsupportedFields: readonly (readonly [
  (request: CanonicalRequest) => boolean,
  string,
  string,
])[] = [
  [
    ({ candidates }) => (candidates ?? 1) > 1,
    'candidates',
    'Messages upstreams give one answer only.',
  ],
  [
    ({ sampling }) => sampling.seed !== undefined,
    'sampling.seed',
    'Messages upstreams take no seed.',
  ],
  [
    ({ sampling }) => Boolean(sampling.presencePenalty),
    'sampling.presencePenalty',
    'Messages upstreams take no penalties.',
  ],
  [
    ({ sampling }) => Boolean(sampling.frequencyPenalty),
    'sampling.frequencyPenalty',
    'Messages upstreams take no penalties.',
  ],
  [
    ({ sampling }) => sampling.logitBias !== undefined,
    'sampling.logitBias',
    'Messages upstreams take no bias on tokens.',
  ],
  [
    ({ sampling }) => sampling.logprobs === true || sampling.topLogprobs !== undefined,
    'sampling.logprobs',
    'Messages upstreams tell no token probabilities.',
  ],
  [
    ({ verbosity }) => verbosity !== undefined,
    'verbosity',
    'Messages upstreams have no verbosity setting.',
  ],
  [
    ({ cacheKey }) => cacheKey !== undefined,
    'cacheKey',
    'Messages upstreams cache by marks and take no keys.',
  ],
  [
    ({ metadata }) => metadata !== undefined,
    'metadata',
    'Messages metadata holds the end user’s id only.',
  ],
  [({ store }) => store === true, 'store', 'Messages upstreams keep no answers for later.'],
];

export function noteUnsupported(request: CanonicalRequest, notes: NoteBook): void {
  for (const [isGiven, path, reason] of unsupportedFields) {
    if (isGiven(request)) notes.dropped(path, reason);
  }
}

export function limitOf(request: CanonicalRequest, { target, notes }: Encoding): number {
  if (request.maxOutputTokens !== undefined) return request.maxOutputTokens;
  notes.defaulted(
    'maxOutputTokens',
    'The format demands an output limit; the model’s own was set.',
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
  const config = {
    ...(effort !== undefined && { effort }),
    ...(inConfig && written !== undefined && { format: written }),
  };
  return {
    ...(Object.keys(config).length > 0 && { output_config: config }),
    ...(!inConfig && written !== undefined && { output_format: written }),
  };
}

function encodeFormat(format: OutputFormat, { target, notes }: Encoding): JsonFormat | undefined {
  if (target.profile.structuredOutput === 'none') {
    notes.dropped('outputFormat', 'The model has no mode for JSON; the prompt has to ask for it.');
    return undefined;
  }
  if (format.type === 'json') {
    notes.dropped(
      'outputFormat',
      'Messages upstreams give JSON only by a schema; the prompt has to ask for it.',
    );
    return undefined;
  }
  // The format has no other place for a description.
  const { schema, changed, closesMaps } = restrictSchema({
    ...(format.description !== undefined && { description: format.description }),
    ...format.schema,
  });
  if (closesMaps) {
    notes.dropped('outputFormat', `${openKeys}; the prompt has to ask for it.`);
    return undefined;
  }
  if (changed) {
    notes.approximated(
      'outputFormat.schema',
      'Limits the model cannot enforce became descriptions.',
    );
  }
  return { type: 'json_schema', schema };
}

export function encodeTier(
  tier: string | undefined,
  notes: NoteBook,
): { readonly service_tier?: 'auto' | 'standard_only' } {
  if (tier === undefined) return {};
  const written = wireOfTier.get(tier);
  if (written === undefined)
    notes.dropped('serviceTier', 'Messages upstreams have only the tiers auto and standard_only.');
  return written === undefined ? {} : { service_tier: written };
}
