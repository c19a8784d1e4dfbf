/** Decides when the stored responses of a key are to be looked at; used by `trim-responses.ts`. */
import type { ResponseSum } from '../../store/index.ts';

/** The share of its limit that a key may store before its responses are looked at again. */
const uncheckedShare = 1 / 16;
/** The maximum number of keys that are remembered; the responses of a forgotten one are looked at again. */
const maxRemembered = 10_000;

/**
 * Decides when the responses of a key are looked at, which takes longer than to store one: when this process stores its
 * first one, and then each time it has stored a sixteenth of what the key may store.
 */
export class ResponseSpace {
  /** What each key has stored since its responses were looked at. */
  readonly #added = new Map<string, ResponseSum>();

  /** Adds a response that was stored. Returns whether those of its key are to be looked at now. */
  add(keyId: string, addedLength: number, most: ResponseSum): boolean {
    const added = this.#added.get(keyId);
    const count = (added?.count ?? 0) + 1;
    const length = (added?.length ?? 0) + addedLength;
    const isDue =
      added === undefined ||
      count >= most.count * uncheckedShare ||
      length >= most.length * uncheckedShare;
    this.#remember(keyId, isDue ? nothing : { count, length });
    return isDue;
  }

  #remember(keyId: string, added: ResponseSum): void {
    const [oldest] = this.#added.keys();
    if (this.#added.size >= maxRemembered && oldest !== undefined) this.#added.delete(oldest);
    this.#added.set(keyId, added);
  }
}

const nothing: ResponseSum = { count: 0, length: 0 };
