import { createAnswer } from '../answer.ts';
import type { Answer } from '../behaviour.ts';
import type { WireObject } from './chat.ts';

/** An answer to a request for embeddings. Everything has a default. */
export interface EmbeddingsDescription {
  readonly model?: string;
  /** How many vectors; 1 when absent. */
  readonly count?: number;
  /** Numbers of each vector; 8 when absent. */
  readonly dimensions?: number;
  /** Whether the chat family writes base64, as its official client asks for, and no numbers. */
  readonly base64?: boolean;
  /** Tokens of the input, 12 when absent; `null` reports none. */
  readonly tokens?: number | null;
}

/** Vectors that differ, of eighths: numbers that survive single precision. */
function createVectors(description: EmbeddingsDescription): readonly (readonly number[])[] {
  const { count = 1, dimensions = 8 } = description;
  return Array.from({ length: count }, (_, index) =>
    Array.from({ length: dimensions }, (_unused, at) => (((index + at) % 16) - 8) / 8),
  );
}

/** Single precision, little-endian. */
function writeBase64(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes.toString('base64');
}

function readTokens(description: EmbeddingsDescription): number | null {
  return description.tokens === undefined ? 12 : description.tokens;
}

/** Embeddings as the chat family lists them. */
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

/** The one embedding that `:embedContent` answers. */
export function geminiEmbedReply(description: EmbeddingsDescription = {}): Answer {
  const [values = []] = createVectors({ ...description, count: 1 });
  return answerGemini({ embedding: { values } }, description);
}

/** The embeddings that `:batchEmbedContents` answers. */
export function geminiBatchEmbedReply(description: EmbeddingsDescription = {}): Answer {
  const embeddings = createVectors(description).map((values) => ({ values }));
  return answerGemini({ embeddings }, description);
}
