/** Remembers replies that are not stored, for as long as the connection lives on which they may be continued. */
import { isJsonObject, parseJson, writeJson, type AnsweredRequest } from '@parley/protocol';
import type { Limits } from '../../limits.ts';

/** A reply that is remembered until others need the room. */
export interface RememberedReply {
  readonly id: string;
  /** The reply with its input as JSON; absent once it was forgotten. */
  text: string | undefined;
}

/** The maximum length of one reply, and of all that are remembered. */
type MemoryLimits = Pick<Limits, 'keptResponseLength' | 'rememberedLength'>;

/** The remembered replies of all connections of a process. Of too many, the oldest are forgotten. */
export class ReplyMemory {
  readonly #replies = new Set<RememberedReply>();
  readonly #most: MemoryLimits;
  #length = 0;

  constructor(most: MemoryLimits) {
    this.#most = most;
  }

  /** Remembers a reply; `undefined` for one that is too large. */
  add(id: string, answered: AnsweredRequest): RememberedReply | undefined {
    const text = writeJson(answered);
    const { keptResponseLength, rememberedLength } = this.#most;
    if (text.length > Math.min(keptResponseLength, rememberedLength)) return undefined;
    for (const oldest of this.#replies) {
      if (this.#length + text.length <= rememberedLength) break;
      this.forget(oldest);
    }
    const reply = { id, text };
    this.#replies.add(reply);
    this.#length += text.length;
    return reply;
  }

  forget(reply: RememberedReply | undefined): void {
    if (reply?.text === undefined) return;
    this.#replies.delete(reply);
    this.#length -= reply.text.length;
    reply.text = undefined;
  }
}

/** The latest reply of each lane of one connection. */
export class LaneMemory {
  readonly #memory: ReplyMemory;
  readonly #latest = new Map<string, RememberedReply>();

  constructor(memory: ReplyMemory) {
    this.#memory = memory;
  }

  /** Finds the latest reply of any lane by its id. */
  find(id: string): AnsweredRequest | undefined {
    for (const reply of this.#latest.values()) {
      if (reply.id === id && reply.text !== undefined) return readAnswered(reply.text);
    }
    return undefined;
  }

  /** Replaces the latest reply of a lane. */
  replace(lane: string, id: string, answered: AnsweredRequest): void {
    this.forget(lane);
    const added = this.#memory.add(id, answered);
    if (added !== undefined) this.#latest.set(lane, added);
  }

  /** Forgets the latest reply of a lane, or only one that has the id. */
  forget(lane: string, id?: string): void {
    const latest = this.#latest.get(lane);
    if (latest === undefined || (id !== undefined && latest.id !== id)) return;
    this.#memory.forget(latest);
    this.#latest.delete(lane);
  }

  /** Forgets the replies of all lanes. */
  clear(): void {
    for (const lane of this.#latest.keys()) this.forget(lane);
  }
}

function readAnswered(text: string): AnsweredRequest {
  const value = parseJson(text);
  const { input, response } = isJsonObject(value) ? value : {};
  return {
    input: Array.isArray(input) ? input.filter(isJsonObject) : [],
    response: isJsonObject(response) ? response : {},
  };
}
