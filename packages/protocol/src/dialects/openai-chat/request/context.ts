// The context that the message encoders of one Chat Completions request share.
import type { NoteBook } from '../../../canonical/note.ts';
import type { RequestTarget } from '../../../codec.ts';
import type { NameMap } from '../../../history/names.ts';

/** What encoding messages needs besides the turns. */
export interface MessageContext {
  readonly target: RequestTarget;
  readonly names: NameMap;
  readonly notes: NoteBook;
}
