/**
 * What a translation did to something it could not carry over as it was.
 * - `dropped`: the meaning is gone on the other side.
 * - `approximated`: the nearest thing the other side has.
 * - `moved`: the same meaning in another place.
 * - `defaulted`: the other side demands a value that the source did not give.
 */
export type NoteAction = 'dropped' | 'approximated' | 'moved' | 'defaulted';

/** One recorded difference between a source and its translation. */
export interface Note {
  /** Where in the source, as a JSON path such as `messages[2].content[0].cache_control`. */
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

/** Sums notes up: any `dropped` makes a translation lossy, any other note makes it adapted. */
export function fidelityOf(notes: readonly Note[]): Fidelity {
  if (notes.some((note) => note.action === 'dropped')) return 'lossy';
  return notes.length > 0 ? 'adapted' : 'exact';
}

/** Collects the notes of one translation. */
export class NoteBook {
  readonly notes: Note[] = [];

  dropped(path: string, reason: string): void {
    this.notes.push({ path, action: 'dropped', reason });
  }

  approximated(path: string, reason: string): void {
    this.notes.push({ path, action: 'approximated', reason });
  }

  moved(path: string, reason: string): void {
    this.notes.push({ path, action: 'moved', reason });
  }

  defaulted(path: string, reason: string): void {
    this.notes.push({ path, action: 'defaulted', reason });
  }
}
