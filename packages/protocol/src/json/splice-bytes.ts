// Replaces members of JSON text in its bytes, so that long text is not encoded again.
import type { JsonScan } from './scan.ts';
import { listEdits, type Edit } from './splice.ts';
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
  const { text, bytes } = source;
  const edits = listEdits(scan, fields);
  if (edits.length === 0) return bytes;
  const spliced = new Uint8Array(bytes.length + mostBytes(edits));
  let at = 0;
  let length = 0;
  const copyUntil = (end: number): void => {
    spliced.set(bytes.subarray(at, end), length);
    length += end - at;
  };
  for (const { start, end, replacement } of edits) {
    const from = byteOffset(source, start);
    copyUntil(from);
    length += encoder.encodeInto(replacement, spliced.subarray(length)).written;
    at = from + utf8Length(text.slice(start, end));
  }
  copyUntil(bytes.length);
  return spliced.subarray(0, length);
}

/** No UTF-16 unit takes more than three bytes. */
function mostBytes(edits: readonly Edit[]): number {
  return edits.reduce((sum, { replacement }) => sum + 3 * replacement.length, 0);
}

/** Where a character of the text begins in its bytes. Counts from the nearer end of the text. */
function byteOffset({ text, bytes }: EncodedText, at: number): number {
  if (text.length === bytes.length) return at;
  if (2 * at < text.length) return utf8Length(text.slice(0, at));
  return bytes.length - utf8Length(text.slice(at));
}
