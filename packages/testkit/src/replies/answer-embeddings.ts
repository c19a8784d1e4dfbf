import type { Answer } from '../behaviour.ts';
import { readField } from '../upstream/scripted-request.ts';
import { embeddingsReply, geminiBatchEmbedReply, geminiEmbedReply } from './embeddings.ts';
import type { EmbeddingsDescription } from './embeddings.ts';
import { countPrompt } from './exchange.ts';
import type { Exchange } from './exchange.ts';

/** A vector's size as asked for, if that is one a model could have. */
function readDimensions(value: unknown): Pick<EmbeddingsDescription, 'dimensions'> {
  const valid = typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 4096;
  return valid ? { dimensions: value } : {};
}

/** Texts and lists of tokens make an input each; a bare list of tokens is one. */
function countInputs(input: unknown): number {
  return Array.isArray(input) && typeof input[0] !== 'number' ? input.length : 1;
}

/** As many embeddings of the chat family as there are inputs, in the form and size asked for. */
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

/** The one embedding of an `:embedContent` request. */
export function answerEmbedContent(exchange: Exchange): Answer {
  const dimensions = readDimensions(readField(exchange.request.body, 'outputDimensionality'));
  return geminiEmbedReply({ tokens: countPrompt(exchange), ...dimensions });
}

/** As many embeddings as a `:batchEmbedContents` request holds requests. */
export function answerBatchEmbedContents(exchange: Exchange): Answer {
  const requests = readField(exchange.request.body, 'requests');
  const asked: readonly unknown[] = Array.isArray(requests) ? requests : [];
  return geminiBatchEmbedReply({
    count: asked.length,
    tokens: countPrompt(exchange),
    ...readDimensions(readField(asked[0], 'outputDimensionality')),
  });
}
