import { NoteBook } from '../../canonical/note.ts';

/** What the readers of one stream share. */
export interface StreamContext {
  readonly vendor: string;
  /** The answer's own id, from which missing call ids are made. */
  readonly seed: string;
  readonly notes: NoteBook;
  /** The next part index of the whole answer. */
  nextPart(): number;
}

/** A note book for streams: the same loss in a thousand chunks is one note. */
export class StreamNoteBook extends NoteBook {
  readonly #seen = new Set<string>();

  override dropped(path: string, reason: string): void {
    if (this.#isNew(path, reason)) super.dropped(path, reason);
  }

  override approximated(path: string, reason: string): void {
    if (this.#isNew(path, reason)) super.approximated(path, reason);
  }

  #isNew(path: string, reason: string): boolean {
    const key = `${path} ${reason}`;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }
}
