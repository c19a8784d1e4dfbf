// Decodes and encodes errors of Anthropic Messages, for the codec, its replies and its streams.
import type { GatewayError } from '../../canonical/error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts';
import type { EncodedError, ErrorReply } from '../../codec.ts';
import type { Redact } from '../../redaction/redaction.ts';
import { messageForClient, type ClientWords } from '../../shared/errors/client-words.ts';
import { findFailureReport } from '../../shared/errors/failure-report.ts';
import { isRelayed, rejectedStatus } from '../../shared/errors/relayed-error.ts';
import { omitUndefined } from '../../shared/omit-undefined.ts';
import {
  readUpstreamFailure,
  redactBody,
  redactReply,
} from '../../shared/errors/upstream-error.ts';
import { dialect, errorShapes, errorTypeOfStatus, type ErrorType } from './tables.ts';
import type { ErrorBody } from './types.ts';

/** Decodes an HTTP error response of an upstream, whatever its body looks like. */
export function decodeError(reply: ErrorReply, redact?: Redact): GatewayError {
  return readUpstreamFailure(redactReply(reply, redact), dialect);
}

/** Decodes an error without an error status: inside a stream, or in place of a reply. */
export function decodeBodyFailure(body: JsonValue, redact: Redact | undefined): GatewayError {
  return readUpstreamFailure(redactBody(body, redact), dialect);
}

/** True for an object with an error field, whatever else it contains, and for the reports of single vendors. */
export function hasError(body: JsonObject): boolean {
  const { error } = body;
  if (isJsonObject(error) || typeof error === 'string') return true;
  return findFailureReport(body) !== undefined;
}

export function encodeError(error: GatewayError, requestId: string): EncodedError {
  const shape = errorShapes[error.code];
  const rejected = rejectedStatus(error);
  const own = isRelayed(error) ? ownBody(error) : undefined;
  if (own !== undefined) {
    return {
      status: error.upstreamStatus ?? shape.status,
      body: { request_id: requestId, ...own },
    };
  }
  const isAccount =
    error.code === 'quota-exhausted' && error.reason?.startsWith('account_') === true;
  if (isAccount) return { status: 402, body: errorBody(error, requestId, 'billing_error') };
  return { status: rejected ?? shape.status, body: errorBody(error, requestId) };
}

/** The data of the error event that ends an incomplete stream; without a request id. */
export function encodeStreamError(error: GatewayError): JsonObject {
  return errorBody(error);
}

/** Like `encodeStreamError`, for an error that the upstream sent in the stream. */
export function encodeUpstreamStreamError(error: GatewayError): JsonObject {
  return ownBody(error) ?? encodeStreamError(error);
}

const contextWords: ClientWords = {
  known: /prompt is too long|exceed context limit/i,
  prefix: 'prompt is too long',
};

function errorBody(error: GatewayError, requestId?: string, type = typeOf(error)): ErrorBody {
  return {
    type: 'error',
    error: {
      type,
      message: messageForClient(error, contextWords),
      details: { error_code: error.reason ?? error.code.replaceAll('-', '_') },
    },
    ...omitUndefined({ request_id: requestId }),
  };
}

function typeOf(error: GatewayError): ErrorType {
  const rejected = rejectedStatus(error);
  const ofStatus = rejected === undefined ? undefined : errorTypeOfStatus.get(rejected);
  return ofStatus ?? errorShapes[error.code].type;
}

/** The upstream's error body, if it is in this dialect. */
function ownBody(error: GatewayError): JsonObject | undefined {
  const body = error.upstreamBody;
  if (!isJsonObject(body) || body['type'] !== 'error') return undefined;
  const inner = body['error'];
  if (!isJsonObject(inner)) return undefined;
  const isWhole = typeof inner['type'] === 'string' && typeof inner['message'] === 'string';
  return isWhole ? body : undefined;
}
