// Token counting requests and responses of Gemini generateContent, for the codec.
import type { TokenCounting } from '../../codec.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts';
import { omitUndefined } from '../../shared/omit-undefined.ts';
import { readCount } from '../../shared/token-counting.ts';
import { toCamelCase } from './request/spelling.ts';
import { vertex } from './tables.ts';

/** The request in a token counting body, which contains either the whole request or only its contents. */
function requestOf(body: JsonValue): JsonValue {
  const plain = isJsonObject(body) ? toCamelCase(body) : body;
  const whole = isJsonObject(plain) ? plain['generateContentRequest'] : undefined;
  return isJsonObject(whole) ? whole : body;
}

/** Vertex AI knows no request in a request, and beside `contents` the fields that it counts. */
function pickCounted({ contents, systemInstruction, tools, generationConfig }: JsonObject) {
  return omitUndefined({ contents, systemInstruction, tools, generationConfig });
}

/**
 * `models/{model}:countTokens`. The whole request is sent as `generateContentRequest`, because next to
 * `contents` Google's own endpoint accepts neither instructions nor tools.
 * @see https://ai.google.dev/api/tokens
 */
export const generateTokenCounting: TokenCounting = {
  toRequest: requestOf,
  fromRequest: (body, model, vendor) =>
    vendor === vertex
      ? pickCounted(body)
      : { generateContentRequest: { model: `models/${model}`, ...body } },
  otherForms: [vertex],
  encodeCount: (tokens) => ({ totalTokens: tokens }),
  decodeCount: (body) => readCount(body, 'totalTokens'),
};
