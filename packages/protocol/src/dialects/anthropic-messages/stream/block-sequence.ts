// Writes content blocks one after another into an Anthropic Messages stream, for the stream encoder.
import type { JsonObject } from '../../../json/value.ts';
import type { PartWriter } from './part-writers.ts';
import type { StreamEvent } from '../types.ts';

/**
 * Turns concurrent part writers into consecutive blocks. Calls keep the order in which they started; text and
 * reasoning are written before waiting calls, because a user is reading them.
 */
export class BlockSequence {
  readonly #write: (event: StreamEvent) => void;
  /** Text and reasoning that wait for a block. */
  readonly #texts = new Set<PartWriter>();
  /** Calls without a block, in the order in which they started. */
  readonly #calls = new Set<PartWriter>();
  #current: PartWriter | undefined;
  #blockCount = 0;

  constructor(write: (event: StreamEvent) => void) {
    this.#write = write;
  }

  add(writer: PartWriter): void {
    if (writer.isCall) this.#calls.add(writer);
    this.advance(writer);
  }

  /** Writes everything that can be written after a writer has changed. */
  advance(changed: PartWriter): void {
    if (changed !== this.#current && !changed.isCall && changed.waits) this.#texts.add(changed);
    this.#writeReady();
  }

  /** True if content waits for a block after it. */
  get waits(): boolean {
    return this.#texts.size > 0;
  }

  #writeReady(): void {
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

  #mayClose(writer: PartWriter): boolean {
    return writer.ended || (writer.yields && this.#next() !== undefined);
  }

  /** A single call without content is not opened until it has some. */
  #next(): PartWriter | undefined {
    if (this.#texts.size + this.#calls.size === 0) return undefined;
    const [text] = this.#texts;
    const [call] = this.#calls;
    if (text !== undefined && (call !== undefined || ![...this.#texts].every(isNeverLast))) {
      return text;
    }
    return call?.waits === true || this.#calls.size > 1 ? call : undefined;
  }

  #open(writer: PartWriter): void {
    this.#texts.delete(writer);
    this.#calls.delete(writer);
    const prelude = writer.prelude?.();
    if (prelude !== undefined) {
      this.#start(prelude);
      this.#stop();
    }
    this.#start(writer.open());
    this.#current = writer;
  }

  #close(writer: PartWriter): void {
    for (const delta of writer.close()) this.#writeDelta(delta);
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

function isNeverLast(writer: PartWriter): boolean {
  return writer.isNeverLast === true;
}
