// Embeddings of the OpenAI format, for the codec and for gateways that forward them.
import type { EmbeddingsReply, EmbeddingsRequest } from '../../canonical/embeddings.ts';
import { GatewayError } from '../../canonical/error.ts';
import { NoteBook, type Translated } from '../../canonical/note.ts';
import { noUsage, tokenCount, type Usage } from '../../canonical/usage.ts';
import type { EmbeddingsCodec } from '../../codec.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts';
import { objectAt } from '../../shared/json-fields.ts';
import { omitUndefined } from '../../shared/omit-undefined.ts';
import { readDimensions, readVector } from '../../shared/vectors.ts';

/** The fields with a canonical form, and those that say only how the reply is written. */
const knownFields: ReadonlySet<string> = new Set([
  ...['model', 'input', 'dimensions', 'encoding_format'],
]);

/** `POST /v1/embeddings`. */
export const openaiEmbeddings: EmbeddingsCodec = {
  decodeRequest,
  encodeRequest: ({ texts, dimensions }, model) => ({
    body: { model, input: [...texts], ...omitUndefined({ dimensions }) },
  }),
  decodeVectors,
  readUsage,
  encodeVectors: ({ vectors, tokens = 0 }, model, { encoding_format: format }) => {
    const data = vectors.map((vector, index) => ({
      ...{ object: 'embedding', index, embedding: [...vector] },
    }));
    return {
      object: 'list',
      data: (format === 'base64' ? writeBase64Vectors(data) : undefined) ?? data,
      model,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    };
  },
};

function decodeRequest(body: JsonObject): Translated<EmbeddingsRequest> {
  const notes = new NoteBook();
  for (const field of Object.keys(body)) {
    if (knownFields.has(field) || body[field] === null) continue;
    notes.dropped(field, 'Only the OpenAI format has this field of embeddings.');
  }
  const dimensions = readDimensions(body, 'dimensions');
  const value = { texts: readTexts(body['input']), ...omitUndefined({ dimensions }) };
  return { value, notes: notes.notes };
}

function readTexts(input: JsonValue | undefined): readonly string[] {
  const entries = Array.isArray(input) ? input : [input];
  const texts = entries.filter((entry) => typeof entry === 'string');
  if (texts.length === entries.length) return texts;
  const message = "This upstream reads texts only: send the 'input' as text, not as token ids.";
  throw new GatewayError('unsupported', message, { reason: 'lossy_translation', param: 'input' });
}

function decodeVectors(body: JsonValue | undefined): EmbeddingsReply | undefined {
  const data = isJsonObject(body) ? body['data'] : undefined;
  if (!Array.isArray(data)) return undefined;
  // A list may be in another order than the texts; without an index, entries stay where they are.
  const vectors = data
    .filter(isJsonObject)
    .toSorted((one, other) => Number(one['index']) - Number(other['index']))
    .map(({ embedding }) => readVector(embedding))
    .filter((vector) => vector !== undefined);
  if (vectors.length !== data.length) return undefined;
  const tokens = readUsage(body).input;
  return { vectors, ...omitUndefined({ tokens: tokens || undefined }) };
}

function readUsage(body: JsonValue | undefined): Usage {
  return { ...noUsage, input: tokenCount(objectAt(body, 'usage')?.['prompt_tokens']) };
}

/**
 * Writes lists of numbers as base64, for a client that asked for `encoding_format: base64`. Many servers ignore this
 * field, and OpenAI's own client, which sends it unless told otherwise, decodes a list of numbers to an empty vector
 * (`openai` 6.49.0, `embeddings.create`).
 * @param data the list of a response
 * @returns `undefined` when it has no list of numbers
 */
export function writeBase64Vectors(data: readonly JsonValue[]): JsonValue[] | undefined {
  const coded = data.map((entry) => {
    const vector = isJsonObject(entry) ? readVector(entry['embedding']) : undefined;
    return isJsonObject(entry) && vector !== undefined
      ? { ...entry, embedding: encodeVector(vector) }
      : entry;
  });
  return coded.some((entry, index) => entry !== data[index]) ? coded : undefined;
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
