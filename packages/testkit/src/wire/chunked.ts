import { joinBytes, toBytes } from './bytes.ts';
import type { ByteReader } from './byte-reader.ts';
import { MalformedMessageError, readTextLine } from './head.ts';

const lineLimit = 8 * 1024;
const sizePattern = /^([0-9A-Fa-f]{1,8})[ \t]*(?:;.*)?$/;

/** What ends a chunked body. */
export const lastChunk = '0\r\n\r\n';

/** One chunk as RFC 9112 §7.1 frames it. Empty bytes give nothing: an empty chunk is the last. */
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

/** Reads trailers, which are not kept. False when the connection ended first. */
async function skipTrailers(reader: ByteReader): Promise<boolean> {
  while (true) {
    const line = await readTextLine(reader, lineLimit);
    if (line === undefined) return false;
    if (line === '') return true;
  }
}

/**
 * Gives the content of a chunked body piece by piece as it arrives.
 * @returns whether the body was whole
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

/** Gives the next `count` bytes piece by piece. @returns whether all came */
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

/** Gives everything up to the end of the connection. */
export async function* readToEnd(reader: ByteReader): AsyncGenerator<Uint8Array, boolean> {
  while (true) {
    const piece = await reader.read();
    if (!piece) return true;
    yield piece;
  }
}
