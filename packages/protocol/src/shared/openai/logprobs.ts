// Token probabilities in OpenAI’s formats, for the decoders of replies and streams.
import type { JsonObject } from '../../json/value.ts';
import { objectsOf } from '../json-fields.ts';

/** What OpenAI writes for a token that is very unlikely (`openai` 7.59.0, `ChatCompletionTokenLogprob`). */
const lowest = -9999;

/** Decodes a list of tokens. The events of a stream of Responses, and some servers, state no bytes. */
export function decodeTokens(tokens: unknown): JsonObject[] {
  return objectsOf(tokens).map((token) => {
    const top = objectsOf(token['top_logprobs']).map(decodeToken);
    return { ...decodeToken(token), top_logprobs: top };
  });
}

/** A number beyond those of a double, such as `-1e400`, could not be written again. */
function decodeToken(token: JsonObject): JsonObject {
  const { logprob } = token;
  const isWritable = typeof logprob !== 'number' || Number.isFinite(logprob);
  return { bytes: null, ...token, ...(isWritable ? {} : { logprob: lowest }) };
}
