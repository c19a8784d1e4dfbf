/** Embeddings responses of the chat formats and of Gemini. */
import { createAnswer } from '../answer.ts';
import type { Answer } from '../behaviour.ts';
import type { WireObject } from './chat.ts';

/** A response to an embeddings request. Every field has a default. */
export interface EmbeddingsDescription {
  readonly model?: string;
  /** Number of vectors; 1 when absent. */
  readonly count?: number;
  /** Length of each vector; 8 when absent. */
  readonly dimensions?: number;
  /** Whether the chat formats write base64, as OpenAI's client requests, in place of numbers. */
  readonly base64?: boolean;
  /** Tokens of the input, 12 when absent; `null` reports none. */
  readonly tokens?: number | null;
}

/** Distinct vectors whose numbers are multiples of 1/8, which single precision represents exactly. */
function createVectors(description: EmbeddingsDescription): readonly (readonly number[])[] {
  const { count = 1, dimensions = 8 } = description;
  return Array.from({ length: count }, (_, index) =>
    Array.from({ length: dimensions }, (_unused, at) => (((index + at) % 16) - 8) / 8),
  );
}

/** Encodes a vector in single precision, little-endian. */
function writeBase64(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes.toString('base64');
}

function readTokens(description: EmbeddingsDescription): number | null {
  return description.tokens === undefined ? 12 : description.tokens;
}

/** Embeddings as the chat formats list them. */
export function embeddingsReply(description: EmbeddingsDescription = {}): Answer {
  const tokens = readTokens(description);
  const usage = tokens === null ? {} : { usage: { prompt_tokens: tokens, total_tokens: tokens } };
  const data = createVectors(description).map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: description.base64 ? writeBase64(vector) : vector,
  }));
  const model = description.model ?? 'scripted-model';
  return createAnswer({
    headers: { 'content-type': 'application/json', 'x-request-id': 'req_scripted' },
    body: JSON.stringify({ object: 'list', data, model, ...usage }),
  });
}

function answerGemini(body: WireObject, description: EmbeddingsDescription): Answer {
  const tokens = readTokens(description);
  const usage = tokens === null ? {} : { usageMetadata: { promptTokenCount: tokens } };
  return createAnswer({
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: JSON.stringify({ ...body, ...usage }),
  });
}

/** The response to `:embedContent`. */
export function geminiEmbedReply(description: EmbeddingsDescription = {}): Answer {
  const [values = []] = createVectors({ ...description, count: 1 });
  return answerGemini({ embedding: { values } }, description);
}

/** The response to `:batchEmbedContents`. */
export function geminiBatchEmbedReply(description: EmbeddingsDescription = {}): Answer {
  const embeddings = createVectors(description).map((values) => ({ values }));
  return answerGemini({ embeddings }, description);
}
