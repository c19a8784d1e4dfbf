// What the decoders of one chat completions request share.
import type { NoteBook } from '../../../canonical/note.ts';
import type { RequestTarget } from '../../../codec.ts';
import type { NameMap } from '../../../history/names.ts';

/** What writing messages needs beside the turns. */
export interface MessageContext {
  readonly target: RequestTarget;
  readonly names: NameMap;
  readonly notes: NoteBook;
}
