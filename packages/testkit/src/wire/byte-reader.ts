/** A line was longer than allowed. */
export class LineTooLongError extends Error {
  constructor(limit: number) {
    super(`A line is longer than ${limit} bytes.`);
    this.name = 'LineTooLongError';
  }
}

/** Bytes that were pushed in, read in order. One reader at a time. */
export interface ByteReader {
  push(bytes: Uint8Array): void;
  /** No more bytes will come: what is there can still be read. */
  end(): void;
  /** Bytes that were pushed and not yet read. */
  readonly buffered: number;
  /** Waits for bytes. False when the end came first. */
  whenReadable(): Promise<boolean>;
  /** The next bytes in whatever number they came, at most `limit`; `undefined` at the end. */
  read(limit?: number): Promise<Uint8Array | undefined>;
  /** As `read`, but not beyond the first line feed. */
  readWithinLine(): Promise<Uint8Array | undefined>;
}

const lineFeed = 10;

export function createByteReader(): ByteReader {
  const chunks: Uint8Array[] = [];
  let buffered = 0;
  let ended = false;
  let wake: (() => void) | undefined;

  async function whenReadable(): Promise<boolean> {
    while (chunks.length === 0 && !ended) {
      await new Promise<void>((resolve) => (wake = resolve));
    }
    return chunks.length > 0;
  }

  /** Takes at most `limit` bytes off the first chunk. */
  function take(limit: number): Uint8Array | undefined {
    const first = chunks.shift();
    if (!first) return undefined;
    const taken = first.subarray(0, limit);
    if (taken.length < first.length) chunks.unshift(first.subarray(taken.length));
    buffered -= taken.length;
    return taken;
  }

  return {
    get buffered() {
      return buffered;
    },
    push(bytes) {
      if (bytes.length === 0) return;
      chunks.push(bytes);
      buffered += bytes.length;
      wake?.();
    },
    end() {
      ended = true;
      wake?.();
    },
    whenReadable,
    async read(limit = Infinity) {
      await whenReadable();
      return take(limit);
    },
    async readWithinLine() {
      await whenReadable();
      const position = chunks[0]?.indexOf(lineFeed) ?? -1;
      return take(position < 0 ? Infinity : position + 1);
    },
  };
}

/**
 * Reads a line of at most `limit` bytes, one character per byte, its line feed included;
 * `undefined` when the end came first. @throws LineTooLongError
 */
export async function readLine(reader: ByteReader, limit: number): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  while (true) {
    const piece = await reader.readWithinLine();
    if (!piece) return undefined;
    pieces.push(piece);
    length += piece.length;
    if (length > limit) throw new LineTooLongError(limit);
    if (piece.at(-1) === lineFeed) return Buffer.concat(pieces).toString('latin1');
  }
}
