// The notes of a translation, which decoders and encoders collect.
/**
 * What happened to a value that could not be translated, or trusted, as it was.
 * - `dropped`: the other format cannot express it.
 * - `approximated`: replaced by the nearest equivalent.
 * - `moved`: the same meaning in another place.
 * - `defaulted`: the other format requires a value that the source did not state.
 * - `corrected`: a number of the upstream was inconsistent; the reply itself is unchanged.
 */
export type NoteAction = 'dropped' | 'approximated' | 'moved' | 'defaulted' | 'corrected';

/** One recorded difference between a source and its translation. */
export interface Note {
  /**
   * JSON path of the field. A decoder uses paths of the body it read, such as `finish_reason`; an encoder
   * uses paths of the canonical form, such as `turns[2].parts[0].cache`.
   */
  readonly path: string;
  readonly action: NoteAction;
  /** A full sentence for the client. It never contains content of the request. */
  readonly reason: string;
}

/** A translated value and the notes on everything the translation changed. */
export interface Translated<Value> {
  readonly value: Value;
  readonly notes: readonly Note[];
}

/** How close a translation is to its source, computed from its notes. */
export type Fidelity = 'exact' | 'adapted' | 'lossy';

/**
 * Computes the fidelity: any `dropped` note makes a translation lossy, any other note makes it adapted. A
 * `corrected` note concerns the upstream's report and does not affect the fidelity.
 */
export function fidelityOf(notes: readonly Note[]): Fidelity {
  if (notes.some((note) => note.action === 'dropped')) return 'lossy';
  return notes.some((note) => note.action !== 'corrected') ? 'adapted' : 'exact';
}

/** Collects the notes of one translation. */
export class NoteBook {
  readonly notes: Note[] = [];

  /** Notes that the meaning of a value is lost. Here and below: a JSON path and a full sentence. */
  dropped(path: string, reason: string): void {
    this.notes.push({ path, action: 'dropped', reason });
  }

  /** Notes that a value was replaced by the nearest equivalent. */
  approximated(path: string, reason: string): void {
    this.notes.push({ path, action: 'approximated', reason });
  }

  /** Notes that a value was moved to another place. */
  moved(path: string, reason: string): void {
    this.notes.push({ path, action: 'moved', reason });
  }

  /** Notes that a required value was added. */
  defaulted(path: string, reason: string): void {
    this.notes.push({ path, action: 'defaulted', reason });
  }
}

/** The path in the source, and the notes to add to. */
export interface Place {
  readonly path: string;
  readonly notes: NoteBook;
}
