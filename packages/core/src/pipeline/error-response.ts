import { isJsonObject, type Codec, type EncodedError, type GatewayError } from '@parley/protocol';
import { retryHeaders } from './headers.ts';

/** Faults of HTTP itself, for which a dialect's own errors have no status. */
const httpStatuses = new Map([
  ['method_not_allowed', 405],
  ['upgrade_required', 426],
  ['unsupported_media_type', 415],
  ['unsupported_content_encoding', 415],
  ['conflict', 409],
  ['managed_by_file', 409],
  ['still_referred_to', 409],
]);

/** Writes an error in the caller's own envelope, with what its client needs to decide on a retry. */
export function respondError(codec: Codec, error: GatewayError, requestId: string): Response {
  const encoded = codec.encodeError(error, requestId);
  const status = httpStatuses.get(error.reason ?? '') ?? encoded.status;
  return new Response(JSON.stringify(withStatus(encoded.body, status)), {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      'request-id': requestId,
      ...retryHeaders(error, status),
    },
  });
}

/** Google's envelope repeats the status of the answer as a number, and so has to say the same. */
function withStatus(body: EncodedError['body'], status: number): EncodedError['body'] {
  const { error } = body;
  if (!isJsonObject(error) || typeof error['code'] !== 'number') return body;
  return { ...body, error: { ...error, code: status } };
}
