// Where a part stands while it is encoded, for notes.
import type { NoteBook } from '../canonical/note.ts';

/** A place in the source, for notes, and the notes themselves. */
export interface Place {
  readonly path: string;
  readonly notes: NoteBook;
}
