import type { JsonObject } from '../../../json/value.ts';
import type { Lane } from './block-writers.ts';
import type { StreamEvent } from '../types.ts';

/**
 * Turns lanes that run side by side into blocks one after another. Calls keep the order in which
 * they began; text and thinking overtake calls that wait, because a reader waits for them.
 */
export class BlockWriter {
  readonly #write: (event: StreamEvent) => void;
  /** Talk that waits for a block. */
  readonly #talk = new Set<Lane>();
  /** Calls that have no block yet, in the order they began. */
  readonly #calls = new Set<Lane>();
  /** Lanes that have not ended. */
  readonly #running = new Set<Lane>();
  #current: Lane | undefined;
  #blockCount = 0;

  constructor(write: (event: StreamEvent) => void) {
    this.#write = write;
  }

  add(lane: Lane): void {
    this.#running.add(lane);
    if (lane.isCall) this.#calls.add(lane);
    this.advance(lane);
  }

  /** Writes what can be written after a lane has changed. */
  advance(changed: Lane): void {
    if (changed.ended) this.#running.delete(changed);
    if (changed !== this.#current && !changed.isCall && changed.waits) this.#talk.add(changed);
    this.#settle();
  }

  /** Ends what still runs and writes all that waits. */
  flush(): void {
    for (const lane of [...this.#running]) {
      lane.end();
      this.advance(lane);
    }
  }

  #settle(): void {
    for (;;) {
      if (this.#current !== undefined) {
        for (const delta of this.#current.drain()) this.#writeDelta(delta);
        if (!this.#mayClose(this.#current)) return;
        this.#close(this.#current);
      }
      const next = this.#next();
      if (next === undefined) return;
      this.#open(next);
    }
  }

  #mayClose(lane: Lane): boolean {
    return lane.ended || (lane.yields && this.#next() !== undefined);
  }

  /** A lone call that has said nothing yet is left unopened until it does. */
  #next(): Lane | undefined {
    const [talk] = this.#talk;
    if (talk !== undefined) return talk;
    const [call] = this.#calls;
    return call?.waits === true || this.#calls.size > 1 ? call : undefined;
  }

  #open(lane: Lane): void {
    this.#talk.delete(lane);
    this.#calls.delete(lane);
    const prelude = lane.prelude?.();
    if (prelude !== undefined) {
      this.#start(prelude);
      this.#stop();
    }
    this.#start(lane.open());
    this.#current = lane;
  }

  #close(lane: Lane): void {
    for (const delta of lane.seal()) this.#writeDelta(delta);
    this.#stop();
    this.#current = undefined;
  }

  #start(block: JsonObject): void {
    this.#write({ type: 'content_block_start', index: this.#blockCount, content_block: block });
  }

  #writeDelta(delta: Extract<StreamEvent, { type: 'content_block_delta' }>['delta']): void {
    this.#write({ type: 'content_block_delta', index: this.#blockCount, delta });
  }

  #stop(): void {
    this.#write({ type: 'content_block_stop', index: this.#blockCount });
    this.#blockCount++;
  }
}
