/** What a queue stops while it is full. */
export interface Flow {
  pause(): void;
  resume(): void;
}

interface Reader {
  resolve(chunk: Uint8Array | undefined): void;
  reject(error: Error): void;
}

/** Bytes held before the connection is paused; a socket may add its own 64 KiB on top. */
const highWaterMark = 128 * 1024;

/**
 * Turns pushed bytes into pulled ones. What was pushed before a failure is delivered before the
 * failure is thrown; a discard throws at once.
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

  /** Fails at once and forgets what was not read. */
  discard(error: Error): void {
    this.#chunks = [];
    this.#size = 0;
    this.#ended = true;
    this.#failure = error;
    this.#takeReader()?.reject(error);
  }

  read(): Promise<Uint8Array | undefined> {
    if (this.#size > 0) return Promise.resolve(this.#takeChunks());
    if (this.#failure) return Promise.reject(this.#failure);
    if (this.#ended) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
    });
  }

  /** Everything at once, so that many tiny chunks cost one turn of the reader. */
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
