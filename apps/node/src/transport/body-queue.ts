/** A queue between a connection that pushes bytes and a reader that pulls them. */

/** The source of a queue, which is paused while the queue is full. */
export interface Flow {
  pause(): void;
  resume(): void;
}

interface Reader {
  resolve(chunk: Uint8Array | undefined): void;
  reject(error: Error): void;
}

/** Bytes in the queue at which the connection is paused; the socket may buffer another 64 KiB. */
const highWaterMark = 128 * 1024;

/**
 * Delivers the bytes that were pushed before a failure, then throws the failure; `discard` throws at once.
 */
export class BodyQueue {
  readonly #flow: Flow;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #paused = false;
  #ended = false;
  #failure: Error | undefined;
  #reader: Reader | undefined;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  push(chunk: Uint8Array): void {
    if (this.#ended || chunk.length === 0) return;
    const reader = this.#takeReader();
    if (reader) {
      reader.resolve(chunk);
      return;
    }
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size < highWaterMark || this.#paused) return;
    this.#paused = true;
    this.#flow.pause();
  }

  end(): void {
    this.#ended = true;
    this.#takeReader()?.resolve(undefined);
  }

  fail(error: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#failure = error;
    this.#takeReader()?.reject(error);
  }

  /** Fails at once and drops unread bytes. */
  discard(error: Error): void {
    this.#chunks = [];
    this.#ended = true;
    this.#failure = error;
    this.#takeReader()?.reject(error);
  }

  /** True when everything was read to the end. */
  get isRead(): boolean {
    return this.#ended && this.#size === 0 && this.#failure === undefined;
  }

  read(): Promise<Uint8Array | undefined> {
    if (this.#chunks.length > 0) return Promise.resolve(this.#takeChunks());
    if (this.#failure) return Promise.reject(this.#failure);
    if (this.#ended) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
    });
  }

  /** All chunks at once, so that many small chunks cost one read. */
  #takeChunks(): Uint8Array | undefined {
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#size = 0;
    if (this.#paused) {
      this.#paused = false;
      this.#flow.resume();
    }
    return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
  }

  #takeReader(): Reader | undefined {
    const reader = this.#reader;
    this.#reader = undefined;
    return reader;
  }
}
