import type { NoteBook } from '../../../canonical/note.ts';
import type { CanonicalRequest, Sampling } from '../../../canonical/request.ts';
import type { Profile } from '../../../profiles/profile.ts';

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
const strangers: readonly (readonly [(request: CanonicalRequest) => boolean, string, string])[] = [
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

export function noteStrangers(request: CanonicalRequest, notes: NoteBook): void {
  for (const [isGiven, path, reason] of strangers) {
    if (isGiven(request)) notes.dropped(path, reason);
  }
}
