// What the readers of one stream share, for stream decoders.
import type { NoteBook } from '../canonical/note.ts';

export interface StreamContext {
  readonly vendor: string;
  /** The id of the reply, from which missing call ids are generated. */
  readonly seed: string;
  readonly notes: NoteBook;
  /** Returns the next part index of the whole reply. */
  nextPart(): number;
}
