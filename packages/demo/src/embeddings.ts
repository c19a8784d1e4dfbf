/** Parses embeddings requests of OpenAI and Gemini and creates the responses. */
import { GatewayError, type JsonObject, type JsonValue } from '@parley/protocol';
import * as z from 'zod';
import { countTokens } from './tokens.ts';
import { embedText, encodeVector } from './vector.ts';

/** A parsed embeddings request; its response does not depend on the model. */
export interface EmbeddingInput {
  readonly model: string;
  /** Creates the response in the dialect of the request. */
  readonly answer: () => JsonObject;
}

const dimensions = z.int().min(1).max(1_024).optional();
const tokens = z.array(z.int().nonnegative()).min(1);

const chatBody = z.object({
  model: z.string().min(1),
  input: z.union([
    z.string().min(1),
    z.array(z.string().min(1)).min(1).max(2_048),
    tokens,
    z.array(tokens).min(1).max(2_048),
  ]),
  encoding_format: z.enum(['float', 'base64']).optional(),
  dimensions,
});

/**
 * Parses the body of `POST /embeddings`.
 * @see https://developers.openai.com/api/reference/resources/embeddings
 * @throws GatewayError `invalid-request` with `param`
 */
export function readEmbedding(body: JsonValue): EmbeddingInput {
  const asked = parse(chatBody, body);
  const inputs = listInputs(asked.input);
  const count = inputs.reduce((sum, input) => sum + input.tokens, 0);
  const answer = () => ({
    object: 'list',
    data: inputs.map(({ text }, index) => {
      const vector = embedText(text, asked.dimensions);
      const embedding = asked.encoding_format === 'base64' ? encodeVector(vector) : vector;
      return { object: 'embedding', index, embedding };
    }),
    model: asked.model,
    usage: { prompt_tokens: count, total_tokens: count },
  });
  return { model: asked.model, answer };
}

interface Input {
  readonly text: string;
  readonly tokens: number;
}

/** Token numbers are treated as words, because only a tokenizer could decode them. */
function listInputs(input: z.infer<typeof chatBody>['input']): Input[] {
  if (typeof input === 'string') return [{ text: input, tokens: countTokens(input) }];
  const numbers = input.filter((item) => typeof item === 'number');
  if (numbers.length > 0) return [{ text: numbers.join(' '), tokens: numbers.length }];
  return input.flatMap((item) => {
    if (typeof item === 'string') return { text: item, tokens: countTokens(item) };
    return typeof item === 'number' ? [] : { text: item.join(' '), tokens: item.length };
  });
}

const content = z.object({
  content: z.object({ parts: z.array(z.object({ text: z.string().optional() })).min(1) }),
  outputDimensionality: dimensions,
});
const nativeBody = z.union([content, z.object({ requests: z.array(content).min(1).max(2_048) })]);

/**
 * Parses the body of `:embedContent` or `:batchEmbedContents`.
 * @param model from the path
 * @see https://ai.google.dev/api/embeddings
 * @throws GatewayError `invalid-request`
 */
export function readNativeEmbedding(body: JsonValue, model: string): EmbeddingInput {
  const asked = parse(nativeBody, body);
  const answer = () =>
    'requests' in asked
      ? { embeddings: asked.requests.map(embedContent) }
      : { embedding: embedContent(asked) };
  return { model, answer };
}

function embedContent({ content: { parts }, outputDimensionality }: z.infer<typeof content>) {
  const text = parts.map((part) => part.text ?? '').join('\n');
  return { values: embedText(text, outputDimensionality) };
}

function parse<Body>(schema: z.ZodType<Body>, body: JsonValue): Body {
  const { success, data, error } = schema.safeParse(body);
  if (success) return data;
  const [field] = error.issues[0]?.path.map(String) ?? [];
  const message = 'This is no request for embeddings.';
  throw new GatewayError('invalid-request', message, field === undefined ? {} : { param: field });
}
