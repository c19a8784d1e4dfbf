// Pairs tool results with calls, for decoding Gemini requests whose calls have no ids.
import { createCallIds } from '../../../history/ids.ts';

/** A call that waits for its result. */
interface OpenCall {
  /** The id that the canonical request uses. */
  readonly id: string;
  isAnswered: boolean;
}

/** The open calls of one name or id, first in first out. */
class CallQueue {
  readonly #calls: OpenCall[] = [];
  #at = 0;

  add(call: OpenCall): void {
    this.#calls.push(call);
  }

  take(): OpenCall | undefined {
    for (; this.#at < this.#calls.length; this.#at++) {
      const call = this.#calls[this.#at];
      if (call?.isAnswered === false) return call;
    }
    return undefined;
  }
}

/**
 * Finds the call of each result in a history. Ids are optional in this format and many clients omit them;
 * then a result belongs to the first open call of its name. Calls without an id, or with a duplicate id, get
 * a new one; the same history always gets the same ids.
 */
export class CallPairing {
  readonly #ids = createCallIds('gemini');
  #byId = new Map<string, CallQueue>();
  #byName = new Map<string, CallQueue>();

  /** A reply starts: results after it belong to its own calls and not to earlier ones. */
  startAnswer(): void {
    this.#byId = new Map();
    this.#byName = new Map();
  }

  /** @returns the id of the call in the canonical request */
  open(name: string, givenId: string): string {
    const call = { id: this.#ids.claim(givenId), isAnswered: false };
    queueOf(this.#byName, name).add(call);
    if (givenId !== '') queueOf(this.#byId, givenId).add(call);
    return call.id;
  }

  /** @returns the id of the call that the result belongs to; the given one if no call is open */
  close(name: string, givenId: string): string {
    const call = this.#byId.get(givenId)?.take() ?? this.#byName.get(name)?.take();
    if (call === undefined) return givenId;
    call.isAnswered = true;
    return call.id;
  }
}

function queueOf(queues: Map<string, CallQueue>, key: string): CallQueue {
  const known = queues.get(key);
  if (known !== undefined) return known;
  const queue = new CallQueue();
  queues.set(key, queue);
  return queue;
}
