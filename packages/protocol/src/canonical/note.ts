/**
 * What was done to something that could not be carried over, or believed, as it was.
 * - `dropped`: the meaning is gone on the other side.
 * - `approximated`: the nearest thing the other side has.
 * - `moved`: the same meaning in another place.
 * - `defaulted`: the other side demands a value that the source did not give.
 * - `corrected`: a number of the upstream cannot be true; the answer itself is as it came.
 */
export type NoteAction = 'dropped' | 'approximated' | 'moved' | 'defaulted' | 'corrected';

/** One recorded difference between a source and its translation. */
export interface Note {
  /**
   * Where, as a JSON path: a decoder names the field of the body it read, such as `finish_reason`,
   * an encoder that of the canonical form, such as `turns[2].parts[0].cache`.
   */
  readonly path: string;
  readonly action: NoteAction;
  /** A full sentence that a caller may read. It never holds content of the request. */
  readonly reason: string;
}

/** A translated value together with everything the translation changed. */
export interface Translated<Value> {
  readonly value: Value;
  readonly notes: readonly Note[];
}

/** How close a translation is to its source, from its notes. */
export type Fidelity = 'exact' | 'adapted' | 'lossy';

/**
 * Sums notes up: any `dropped` makes a translation lossy, any other note makes it adapted. What was
 * `corrected` says something of the upstream and nothing of the translation.
 */
export function fidelityOf(notes: readonly Note[]): Fidelity {
  if (notes.some((note) => note.action === 'dropped')) return 'lossy';
  return notes.some((note) => note.action !== 'corrected') ? 'adapted' : 'exact';
}

/** Collects the notes of one translation. */
export class NoteBook {
  readonly notes: Note[] = [];

  /** Notes that the meaning of something is gone. Here and below: a JSON path, a full sentence. */
  dropped(path: string, reason: string): void {
    this.notes.push({ path, action: 'dropped', reason });
  }

  /** Notes that something became the nearest thing there is. */
  approximated(path: string, reason: string): void {
    this.notes.push({ path, action: 'approximated', reason });
  }

  /** Notes that something stands in another place now. */
  moved(path: string, reason: string): void {
    this.notes.push({ path, action: 'moved', reason });
  }

  /** Notes that something had to be added. */
  defaulted(path: string, reason: string): void {
    this.notes.push({ path, action: 'defaulted', reason });
  }
}
