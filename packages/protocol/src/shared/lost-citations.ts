// Notes citations in the history of a request, which only one format can carry.
import type { Place } from '../canonical/note.ts';
import type { TextPart } from '../canonical/part.ts';

/** For the encoders of all other formats. */
export function noteCitations({ citations = [] }: TextPart, { path, notes }: Place): void {
  if (citations.length === 0) return;
  notes.dropped(`${path}.citations`, 'A history here carries no citations.');
}
