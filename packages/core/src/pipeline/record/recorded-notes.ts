/** Limits the notes of a record, because a client can cause one for every value of a request; used by `exchange-record`. */
import type { Note } from '@parley/protocol';
import { cutText } from './recorded-text.ts';

/** Maximum number of notes on what a translation changed. */
const mostNotes = 100;

/**
 * The notes as they are recorded: all corrections of usage, which are few, and the first of the others, followed by a
 * note on how many are missing.
 */
export function limitNotes(notes: readonly Note[]): readonly Note[] {
  if (notes.length === 0) return notes;
  const corrections = notes.filter(({ action }) => action === 'corrected');
  const others = notes.filter(({ action }) => action !== 'corrected');
  const kept = [...others.slice(0, mostNotes), ...corrections].map(limitTexts);
  const missing = others.length - mostNotes;
  if (missing <= 0) return kept;
  const reason = `${String(missing)} more notes are not recorded.`;
  return [...kept, { path: '', action: 'dropped', reason }];
}

/** Paths contain names that clients choose. */
function limitTexts({ path, action, reason }: Note): Note {
  return { path: cutText(path), action, reason: cutText(reason) };
}
