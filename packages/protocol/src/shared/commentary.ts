// Notes texts that were commentary, for the encoders of formats without a field for the purpose of a text.
import type { NoteBook } from '../canonical/note.ts';
import type { PartHead } from '../canonical/reply.ts';
import type { Part } from '../canonical/part.ts';
import type { Turn } from '../canonical/request.ts';

/** Commentary is the only purpose that is worth a note. */
function isCommentary(part: Part | PartHead): boolean {
  return 'phase' in part && part.phase === 'commentary';
}

/** Notes a turn of the history with commentary. */
export function notePurpose({ parts }: Turn, path: string, notes: NoteBook): void {
  if (!parts.some(isCommentary)) return;
  notes.approximated(`${path}.phase`, 'Commentary became an ordinary assistant message.');
}

/** Notes commentary among the parts of a reply, or at the start of a part in a stream. */
export function noteCommentary(parts: readonly (Part | PartHead)[], notes: NoteBook): void {
  if (!parts.some(isCommentary)) return;
  notes.approximated('output', 'Commentary of the reply became part of its text.');
}
