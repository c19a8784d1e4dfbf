/** A queue of received bytes that readers consume in order; used by both sides of a connection. */

/** A line was longer than the limit. */
export class LineTooLongError extends Error {
  constructor(limit: number) {
    super(`A line is longer than ${limit} bytes.`);
    this.name = 'LineTooLongError';
  }
}

/** A queue of bytes. Only one reader at a time. */
export interface ByteReader {
  push(bytes: Uint8Array): void;
  /** Marks the end of the bytes; queued bytes can still be read. */
  end(): void;
  /** Number of bytes that are not read yet. */
  readonly buffered: number;
  /** Waits for bytes. Returns false when the end came first. */
  whenReadable(): Promise<boolean>;
  /** The next available bytes, at most `limit`; `undefined` at the end. */
  read(limit?: number): Promise<Uint8Array | undefined>;
  /** Like `read`, but not beyond the first line feed. */
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

  /** Removes at most `limit` bytes from the first chunk. */
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
 * Reads a line of at most `limit` bytes, with one character per byte and with its line feed; `undefined` when
 * the end came first.
 * @throws LineTooLongError
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
