/** Errors as HTTP responses in the client's dialect; used by the pipeline and by all other endpoints. */
import { isJsonObject, type Codec, type EncodedError, type GatewayError } from '@parley/protocol';
import type { WholeResponse } from '../../ports.ts';
import { retryHeaders } from './response-headers.ts';
import { toWebResponse } from './whole-response.ts';

/** HTTP statuses of errors for which no dialect has a code, by the reason of the error. */
const httpStatuses = new Map([
  ['method_not_allowed', 405],
  ['upgrade_required', 426],
  ['unsupported_media_type', 415],
  ['unsupported_content_encoding', 415],
  ['conflict', 409],
  ['managed_by_file', 409],
  ['still_referred_to', 409],
  ['precondition_failed', 412],
]);

/** Encodes an error in a dialect, with headers that tell clients whether to retry. */
export function respondError(codec: Codec, error: GatewayError, requestId: string): Response {
  return toWebResponse(encodeErrorResponse(codec, error, requestId));
}

/** The same, before it is sent. */
export function encodeErrorResponse(
  codec: Codec,
  error: GatewayError,
  requestId: string,
): WholeResponse {
  const encoded = codec.encodeError(error, requestId);
  const status = httpStatuses.get(error.reason ?? '') ?? encoded.status;
  return {
    status,
    text: JSON.stringify(withStatus(encoded.body, status)),
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      'request-id': requestId,
      ...retryHeaders(error, status),
    },
  };
}

/** The Gemini dialect repeats the HTTP status as a number in the body. */
function withStatus(body: EncodedError['body'], status: number): EncodedError['body'] {
  const { error } = body;
  if (!isJsonObject(error) || typeof error['code'] !== 'number') return body;
  return { ...body, error: { ...error, code: status } };
}
