import type { NoteBook } from '../../../canonical/note.ts';
import type { CallIds } from '../../../history/ids.ts';

/** What the readers of one stream share. */
export interface StreamContext {
  readonly vendor: string;
  readonly ids: CallIds;
  readonly notes: NoteBook;
  /** The next part index of the answer. */
  nextPart(): number;
}
