// What the readers of one stream share, for stream decoders.
import type { NoteBook } from '../canonical/note.ts';

/** What the readers of one stream share. */
export interface StreamContext {
  readonly vendor: string;
  /** The answer's own id, from which missing call ids are made. */
  readonly seed: string;
  readonly notes: NoteBook;
  /** The next part index of the whole answer. */
  nextPart(): number;
}
