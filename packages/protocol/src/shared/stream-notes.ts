// Collects the notes of one stream, for decoders and encoders.
import { NoteBook } from '../canonical/note.ts';

/** A `NoteBook` that notes a change once, even if it occurs in a thousand chunks. */
export class StreamNoteBook extends NoteBook {
  readonly #seen = new Set<string>();

  override dropped(path: string, reason: string): void {
    if (this.#isNew(path, reason)) super.dropped(path, reason);
  }

  override approximated(path: string, reason: string): void {
    if (this.#isNew(path, reason)) super.approximated(path, reason);
  }

  override moved(path: string, reason: string): void {
    if (this.#isNew(path, reason)) super.moved(path, reason);
  }

  override defaulted(path: string, reason: string): void {
    if (this.#isNew(path, reason)) super.defaulted(path, reason);
  }

  #isNew(path: string, reason: string): boolean {
    const key = `${path} ${reason}`;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }
}
