/** Writes chunked bodies and reads bodies of every framing (RFC 9112). */
import { joinBytes, toBytes } from './bytes.ts';
import type { ByteReader } from './byte-reader.ts';
import { MalformedMessageError, readTextLine } from './head.ts';

const lineLimit = 8 * 1024;
const sizePattern = /^([0-9A-Fa-f]{1,8})[ \t]*(?:;.*)?$/;

/** The end of a chunked body. */
export const lastChunk = '0\r\n\r\n';

/**
 * Encodes one chunk (RFC 9112 §7.1). Empty bytes are encoded as nothing, because an empty chunk is the last.
 */
export function writeChunk(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) return bytes;
  return joinBytes([toBytes(`${bytes.length.toString(16)}\r\n`), bytes, toBytes('\r\n')]);
}

/** Reads the size line of a chunk; `undefined` at the end. @throws MalformedMessageError */
async function readSize(reader: ByteReader): Promise<number | undefined> {
  const line = await readTextLine(reader, lineLimit);
  if (line === undefined) return undefined;
  const digits = sizePattern.exec(line)?.[1];
  if (digits === undefined) throw new MalformedMessageError('A chunk size is malformed.');
  return Number.parseInt(digits, 16);
}

/** Reads and ignores trailers. Returns false when the connection ended first. */
async function skipTrailers(reader: ByteReader): Promise<boolean> {
  while (true) {
    const line = await readTextLine(reader, lineLimit);
    if (line === undefined) return false;
    if (line === '') return true;
  }
}

/**
 * Yields the content of a chunked body as it arrives.
 * @returns whether the body was complete
 * @throws MalformedMessageError
 */
export async function* readChunks(reader: ByteReader): AsyncGenerator<Uint8Array, boolean> {
  while (true) {
    const size = await readSize(reader);
    if (size === undefined) return false;
    if (size === 0) return skipTrailers(reader);
    for (let left = size; left > 0;) {
      const piece = await reader.read(left);
      if (!piece) return false;
      left -= piece.length;
      yield piece;
    }
    const end = await readTextLine(reader, lineLimit);
    if (end === undefined) return false;
    if (end !== '') throw new MalformedMessageError('A chunk is longer than its size.');
  }
}

/** Yields the next `count` bytes as they arrive. @returns whether all arrived */
export async function* readCounted(
  reader: ByteReader,
  count: number,
): AsyncGenerator<Uint8Array, boolean> {
  for (let left = count; left > 0;) {
    const piece = await reader.read(left);
    if (!piece) return false;
    left -= piece.length;
    yield piece;
  }
  return true;
}

/** Yields everything up to the end of the connection. */
export async function* readToEnd(reader: ByteReader): AsyncGenerator<Uint8Array, boolean> {
  while (true) {
    const piece = await reader.read();
    if (!piece) return true;
    yield piece;
  }
}
