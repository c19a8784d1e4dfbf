/** Answers embeddings requests from a description; used by `answerWith`. */
import type { Answer } from '../behaviour.ts';
import { readField } from '../upstream/scripted-request.ts';
import { embeddingsReply, geminiBatchEmbedReply, geminiEmbedReply } from './embeddings.ts';
import type { EmbeddingsDescription } from './embeddings.ts';
import { countPrompt } from './exchange.ts';
import type { Exchange } from './exchange.ts';

/** The requested vector size, if a model could have it. */
function readDimensions(value: unknown): Pick<EmbeddingsDescription, 'dimensions'> {
  const valid = typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 4096;
  return valid ? { dimensions: value } : {};
}

/** Each text or list of tokens is one input; a single list of tokens is one input. */
function countInputs(input: unknown): number {
  return Array.isArray(input) && typeof input[0] !== 'number' ? input.length : 1;
}

/** One embedding per input, as the chat formats return it, in the requested encoding and size. */
export function answerEmbeddings(exchange: Exchange): Answer {
  const { body } = exchange.request;
  return embeddingsReply({
    model: exchange.description.model,
    count: countInputs(readField(body, 'input')),
    base64: readField(body, 'encoding_format') === 'base64',
    tokens: countPrompt(exchange),
    ...readDimensions(readField(body, 'dimensions')),
  });
}

/** The embedding of an `:embedContent` request. */
export function answerEmbedContent(exchange: Exchange): Answer {
  const dimensions = readDimensions(readField(exchange.request.body, 'outputDimensionality'));
  return geminiEmbedReply({ tokens: countPrompt(exchange), ...dimensions });
}

/** One embedding per request in a `:batchEmbedContents` request. */
export function answerBatchEmbedContents(exchange: Exchange): Answer {
  const requests = readField(exchange.request.body, 'requests');
  const asked: readonly unknown[] = Array.isArray(requests) ? requests : [];
  return geminiBatchEmbedReply({
    count: asked.length,
    tokens: countPrompt(exchange),
    ...readDimensions(readField(asked[0], 'outputDimensionality')),
  });
}
