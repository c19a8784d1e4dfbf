// The position of a part during encoding, for notes.
import type { NoteBook } from '../canonical/note.ts';

/** The path in the source, and the notes to add to. */
export interface Place {
  readonly path: string;
  readonly notes: NoteBook;
}
