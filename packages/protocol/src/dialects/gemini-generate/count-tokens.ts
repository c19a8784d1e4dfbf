// Bodies that ask for the tokens of a generateContent request, and the answers, for the codec.
import type { Translated } from '../../canonical/note.ts';
import type { CanonicalRequest } from '../../canonical/request.ts';
import { tokenCount } from '../../canonical/usage.ts';
import type { TokenCounting } from '../../codec.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts';
import type { RequestAddress } from '../../wire.ts';
import { decodeRequest } from './request/request.ts';
import { toCamelCase } from './request/spelling.ts';

/** The body of a request within a counting body, which holds it whole or only its contents. */
function requestOf(body: JsonValue): JsonValue {
  const plain = isJsonObject(body) ? toCamelCase(body) : body;
  const whole = isJsonObject(plain) ? plain['generateContentRequest'] : undefined;
  return isJsonObject(whole) ? whole : body;
}

/**
 * Reads the request whose tokens a body of `models/{model}:countTokens` asks for.
 * @throws GatewayError `invalid-request` with `param`
 */
export function decodeCountRequest(
  body: JsonValue,
  address: RequestAddress,
): Translated<CanonicalRequest> {
  return decodeRequest(requestOf(body), address);
}

/** @param tokens at least 0 */
export function encodeTokenCount(tokens: number): JsonObject {
  return { totalTokens: tokens };
}

/**
 * `models/{model}:countTokens`. A whole request is counted as `generateContentRequest`, because
 * beside `contents` the endpoint takes neither instructions nor tools.
 * @see https://ai.google.dev/api/tokens
 */
export const generateTokenCounting: TokenCounting = {
  toRequest: requestOf,
  fromRequest: (body, model) => ({ generateContentRequest: { model: `models/${model}`, ...body } }),
  encodeCount: encodeTokenCount,
  decodeCount: (body) =>
    isJsonObject(body) && typeof body['totalTokens'] === 'number'
      ? tokenCount(body['totalTokens'])
      : undefined,
};
