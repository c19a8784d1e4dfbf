// What the functions of one Chat Completions request encoding share.
import type { NoteBook } from '../../../canonical/note.ts';
import type { RequestTarget } from '../../../codec.ts';
import type { NameMap } from '../../../history/names.ts';

/** What encoding messages needs besides the turns. */
export interface MessageContext {
  readonly target: RequestTarget;
  readonly names: NameMap;
  readonly notes: NoteBook;
}
