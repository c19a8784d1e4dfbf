// The encoding of vectors in embeddings responses, for gateways that forward them.
import { isJsonObject, type JsonValue } from '../../json/value.ts';

/**
 * Writes lists of numbers as base64, for a client that asked for `encoding_format: base64`. Many servers ignore this
 * field, and OpenAI's own client, which sends it unless told otherwise, decodes a list of numbers to an empty vector
 * (`openai` 6.49.0, `embeddings.create`).
 * @param data the list of a response
 * @returns `undefined` when it has no list of numbers
 */
export function encodeVectors(data: readonly JsonValue[]): JsonValue[] | undefined {
  const coded = data.map((entry) => {
    const vector = isJsonObject(entry) ? readVector(entry['embedding']) : undefined;
    return isJsonObject(entry) && vector !== undefined
      ? { ...entry, embedding: encodeVector(vector) }
      : entry;
  });
  return coded.some((entry, index) => entry !== data[index]) ? coded : undefined;
}

function readVector(value: JsonValue | undefined): readonly number[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const numbers = value.filter((each) => typeof each === 'number');
  return numbers.length === value.length ? numbers : undefined;
}

const bytesOfNumber = 4;

/** Single precision, little-endian, as the vendor writes it. */
function encodeVector(vector: readonly number[]): string {
  const view = new DataView(new ArrayBuffer(vector.length * bytesOfNumber));
  for (const [index, number] of vector.entries()) {
    view.setFloat32(index * bytesOfNumber, number, true);
  }
  let binary = '';
  for (const byte of new Uint8Array(view.buffer)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
