// Embeddings of the Gemini format, for the codec: one content, or a batch of requests with one content each.
import type { EmbeddingsReply, EmbeddingsRequest } from '../../canonical/embeddings.ts';
import { GatewayError } from '../../canonical/error.ts';
import { NoteBook, type Place, type Translated } from '../../canonical/note.ts';
import { noUsage, tokenCount, type Usage } from '../../canonical/usage.ts';
import type { EmbeddingsCodec } from '../../codec.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts';
import { objectAt, objectOf } from '../../shared/json-fields.ts';
import { omitUndefined } from '../../shared/omit-undefined.ts';
import { readDimensions, readVector } from '../../shared/vectors.ts';
import { readMedia } from './usage.ts';

/** Google's JSON accepts both spellings. */
const dimensionFields = ['outputDimensionality', 'output_dimensionality'] as const;
const knownFields: ReadonlySet<string> = new Set(['model', 'content', ...dimensionFields]);

/** `embedContent` and `batchEmbedContents`. */
export const geminiEmbeddings: EmbeddingsCodec = {
  decodeRequest,
  encodeRequest: ({ texts, dimensions }, model) => ({
    action: 'batchEmbedContents',
    body: {
      requests: texts.map((text) => ({
        model: `models/${model.replace(/^models\//, '')}`,
        content: { parts: [{ text }] },
        ...omitUndefined({ outputDimensionality: dimensions }),
      })),
    },
  }),
  decodeVectors,
  readUsage,
  encodeVectors({ vectors, tokens }, _, asked) {
    const usageMetadata = tokens === undefined ? undefined : { promptTokenCount: tokens };
    const embeddings = vectors.map((vector) => ({ values: [...vector] }));
    const shown = Array.isArray(asked['requests']) ? { embeddings } : { embedding: embeddings[0] };
    return { ...shown, ...omitUndefined({ usageMetadata }) };
  },
};

function decodeRequest(body: JsonObject): Translated<EmbeddingsRequest> {
  const notes = new NoteBook();
  const { requests } = body;
  const isBatch = Array.isArray(requests);
  const read = (isBatch ? requests : [body]).map((request, index) =>
    readRequest(objectOf(request), { path: isBatch ? `requests[${index}].` : '', notes }),
  );
  const [dimensions, ...others] = new Set(read.map((each) => each.dimensions));
  if (read.length === 0) throw refused('requests', 'The batch is empty.');
  if (others.length > 0) {
    throw refused('requests', 'This upstream has one number of dimensions for a whole batch.');
  }
  const value = { texts: read.map(({ text }) => text), ...omitUndefined({ dimensions }) };
  return { value, notes: notes.notes };
}

function readRequest(request: JsonObject, { path, notes }: Place) {
  for (const field of Object.keys(request)) {
    if (knownFields.has(field) || request[field] === null) continue;
    notes.dropped(path + field, 'Only the Gemini format has this field of embeddings.');
  }
  const [dimensions] = dimensionFields
    .map((field) => readDimensions(request, field))
    .filter((found) => found !== undefined);
  return { text: readText(request['content'], path), dimensions };
}

function readText(content: JsonValue | undefined, path: string): string {
  const parts = isJsonObject(content) ? content['parts'] : content;
  const list = Array.isArray(parts) ? parts : [parts];
  const texts = list.map((part) => (isJsonObject(part) ? part['text'] : part));
  const known = texts.filter((text) => typeof text === 'string');
  if (known.length > 0 && known.length === texts.length) return known.join('');
  throw refused(`${path}content`, 'This upstream embeds texts only.');
}

function refused(param: string, message: string): GatewayError {
  return new GatewayError('unsupported', message, { reason: 'lossy_translation', param });
}

function decodeVectors(body: JsonValue | undefined): EmbeddingsReply | undefined {
  if (!isJsonObject(body)) return undefined;
  const { embeddings, embedding } = body;
  const list = Array.isArray(embeddings) ? embeddings : [embedding];
  const vectors = list.map((each) => readVector(isJsonObject(each) ? each['values'] : undefined));
  const known = vectors.filter((vector) => vector !== undefined);
  if (known.length !== list.length) return undefined;
  const tokens = readUsage(body).input;
  return { vectors: known, ...omitUndefined({ tokens: tokens || undefined }) };
}

/** What is embedded may be media, whose tokens have prices of their own. */
function readUsage(body: JsonValue | undefined): Usage {
  const { promptTokenCount, promptTokensDetails } = objectAt(body, 'usageMetadata') ?? {};
  const input = tokenCount(promptTokenCount);
  return { ...noUsage, input, ...readMedia(promptTokensDetails, undefined) };
}
