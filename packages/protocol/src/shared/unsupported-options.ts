// Options of a request that a format has no field for: one row each, with the reason its note gives.
import type { NoteBook } from '../canonical/note.ts';
import type { CanonicalRequest } from '../canonical/request.ts';

/** Tells for each option, by its path, whether the caller asks for more than what is usual. */
const isAsked = {
  stopSequences: ({ stopSequences = [] }) => stopSequences.length > 0,
  candidates: ({ candidates = 1 }) => candidates > 1,
  'sampling.topK': ({ sampling }) => sampling.topK !== undefined,
  'sampling.seed': ({ sampling }) => sampling.seed !== undefined,
  'sampling.presencePenalty': ({ sampling }) => Boolean(sampling.presencePenalty),
  'sampling.frequencyPenalty': ({ sampling }) => Boolean(sampling.frequencyPenalty),
  'sampling.logitBias': ({ sampling }) => sampling.logitBias !== undefined,
  'sampling.logprobs': ({ sampling: { logprobs, topLogprobs } }) =>
    logprobs === true || topLogprobs !== undefined,
  verbosity: ({ verbosity }) => verbosity !== undefined,
  cacheKey: ({ cacheKey }) => cacheKey !== undefined,
  metadata: ({ metadata }) => metadata !== undefined,
  store: ({ store }) => store === true,
} satisfies Record<string, (request: CanonicalRequest) => boolean>;

/** An option by its path in the canonical request, and why the format cannot take it. */
export type UnsupportedOption = readonly [path: keyof typeof isAsked, reason: string];

/** Notes the options that the caller asks for and the format lacks, in the order of the rows. */
export function noteUnsupported(
  request: CanonicalRequest,
  options: readonly UnsupportedOption[],
  notes: NoteBook,
): void {
  for (const [path, reason] of options) {
    if (isAsked[path](request)) notes.dropped(path, reason);
  }
}
