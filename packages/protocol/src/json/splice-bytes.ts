// Replaces members of JSON text in its bytes, so that long text is not encoded again.
import { joinBytes } from '../shared/join-bytes.ts';
import type { JsonScan } from './scan.ts';
import { listEdits } from './splice.ts';
import { utf8Length } from './utf8-length.ts';

/** A text, and the same text in UTF-8. */
export interface EncodedText {
  readonly text: string;
  /** Without a byte order mark. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const encoder = new TextEncoder();

/**
 * Does the same as `spliceFields`, and returns the result in UTF-8. All bytes between the fields are copied. For
 * text that is not ASCII alone, encoding takes many times as long as copying.
 * @param scan the result of `scanObject` for the text
 * @param fields JSON text of each new value, by field name
 * @returns the given bytes when there is nothing to set
 */
export function spliceBytes(
  source: EncodedText,
  scan: JsonScan,
  fields: Readonly<Record<string, string>>,
): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, replacement } of listEdits(scan, fields)) {
    const from = byteOffset(source, start);
    pieces.push(source.bytes.subarray(at, from), encoder.encode(replacement));
    at = from + utf8Length(source.text.slice(start, end));
  }
  if (at === 0) return source.bytes;
  pieces.push(source.bytes.subarray(at));
  return joinBytes(pieces);
}

/** Where a character of the text begins in its bytes. Counts from the nearer end of the text. */
function byteOffset({ text, bytes }: EncodedText, at: number): number {
  if (text.length === bytes.length) return at;
  if (2 * at < text.length) return utf8Length(text.slice(0, at));
  return bytes.length - utf8Length(text.slice(at));
}
