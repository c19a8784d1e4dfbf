// Raises an output limit that an upstream rejects, for the request encoders.
import type { NoteBook } from '../canonical/note.ts';
import type { CanonicalRequest } from '../canonical/request.ts';

/**
 * Returns the output limit, or the smallest one that the format accepts. A limit of 0, with which Messages
 * clients only fill the cache, exists in no other format.
 * @param smallest in tokens, at least 1
 */
export function encodeOutputLimit(
  { maxOutputTokens }: Pick<CanonicalRequest, 'maxOutputTokens'>,
  smallest: number,
  notes: NoteBook,
): number | undefined {
  if (maxOutputTokens === undefined || maxOutputTokens >= smallest) return maxOutputTokens;
  notes.approximated('maxOutputTokens', `The upstream accepts no output limit below ${smallest}.`);
  return smallest;
}
