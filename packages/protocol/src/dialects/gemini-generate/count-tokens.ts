// Token counting requests and responses of Gemini generateContent, for the codec.
import type { TokenCounting } from '../../codec.ts';
import { isJsonObject, type JsonValue } from '../../json/value.ts';
import { readCount } from '../../shared/token-counting.ts';
import { toCamelCase } from './request/spelling.ts';

/** The request in a token counting body, which contains either the whole request or only its contents. */
function requestOf(body: JsonValue): JsonValue {
  const plain = isJsonObject(body) ? toCamelCase(body) : body;
  const whole = isJsonObject(plain) ? plain['generateContentRequest'] : undefined;
  return isJsonObject(whole) ? whole : body;
}

/**
 * `models/{model}:countTokens`. The whole request is sent as `generateContentRequest`, because next to
 * `contents` the endpoint accepts neither instructions nor tools.
 * @see https://ai.google.dev/api/tokens
 */
export const generateTokenCounting: TokenCounting = {
  toRequest: requestOf,
  fromRequest: (body, model) => ({ generateContentRequest: { model: `models/${model}`, ...body } }),
  encodeCount: (tokens) => ({ totalTokens: tokens }),
  decodeCount: (body) => readCount(body, 'totalTokens'),
};
