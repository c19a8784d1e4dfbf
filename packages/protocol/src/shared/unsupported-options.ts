// Notes the request options that a format has no field for: one row per option, with the reason of its note.
import type { NoteBook } from '../canonical/note.ts';
import type { CanonicalRequest } from '../canonical/request.ts';

/** For each option, by its path: whether the client asks for anything other than the default. */
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

/** The path of an option in the canonical request, and why the format does not support it. */
export type UnsupportedOption = readonly [path: keyof typeof isAsked, reason: string];

/** Notes the options that the client set and the format lacks, in the order of the rows. */
export function noteUnsupported(
  request: CanonicalRequest,
  options: readonly UnsupportedOption[],
  notes: NoteBook,
): void {
  for (const [path, reason] of options) {
    if (isAsked[path](request)) notes.dropped(path, reason);
  }
}
