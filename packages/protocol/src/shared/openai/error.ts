// Errors in OpenAI’s formats: the error body, and validation errors of requests.
import type * as z from 'zod/mini';
import type { DialectId } from '../../canonical/dialect.ts';
import { GatewayError, type ErrorCode } from '../../canonical/error.ts';
import type { EncodedError } from '../../codec.ts';
import { isJsonObject, type JsonObject } from '../../json/value.ts';
import { messageForClient, type ClientWords } from '../errors/client-words.ts';
import { isRelayed, rejectedStatus } from '../errors/relayed-error.ts';
import { objectOf } from '../json-fields.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { findFault } from '../request-validation.ts';

/** The body of every error in both of OpenAI's formats. */
export type OpenaiErrorBody = {
  error: { message: string; type: string; param: string | null; code: string | null };
  request_id?: string;
};

interface ErrorShape {
  readonly status: number;
  readonly type: string;
  /** The `code` of the body if the error states none. */
  readonly word: string | null;
}

/** The status, type and code of each error, as the official service uses them. */
const shapes: Readonly<Record<ErrorCode, ErrorShape>> = {
  'invalid-request': { status: 400, type: 'invalid_request_error', word: 'invalid_request' },
  unauthenticated: { status: 401, type: 'invalid_request_error', word: 'invalid_api_key' },
  forbidden: { status: 403, type: 'permission_error', word: 'permission_denied' },
  'not-found': { status: 404, type: 'invalid_request_error', word: 'not_found' },
  'too-large': { status: 413, type: 'invalid_request_error', word: 'request_too_large' },
  unsupported: { status: 400, type: 'invalid_request_error', word: 'unsupported' },
  'rate-limited': { status: 429, type: 'rate_limit_error', word: 'rate_limit_exceeded' },
  'quota-exhausted': { status: 429, type: 'insufficient_quota', word: 'insufficient_quota' },
  canceled: { status: 499, type: 'invalid_request_error', word: 'canceled' },
  'upstream-rejected': { status: 400, type: 'invalid_request_error', word: null },
  'upstream-unavailable': { status: 502, type: 'upstream_error', word: 'upstream_error' },
  'upstream-timeout': { status: 504, type: 'upstream_error', word: 'upstream_timeout' },
  overloaded: { status: 503, type: 'server_error', word: 'overloaded' },
  internal: { status: 500, type: 'server_error', word: 'server_error' },
};

/** Encodes an error for a client; an upstream body of the same format keeps its fields. */
export function encodeErrorFor(
  dialect: DialectId,
  error: GatewayError,
  requestId: string,
): EncodedError {
  const own = writeErrorBody(error);
  const given = isRelayed(error) ? upstreamBodyOf(error) : undefined;
  const isSame = error.upstreamDialect === dialect;
  const body = given ? mergeBody(own, isSame ? given : withTypes(given)) : own;
  const status = rejectedStatus(error) ?? shapes[error.code].status;
  return { status, body: { request_id: requestId, ...body } };
}

const contextWords: ClientWords = {
  known: /exceeds the context window|maximum context length is \d+ tokens/i,
  prefix: 'Your input exceeds the context window of this model',
};

/** The body of an error without any fields from the upstream. */
export function writeErrorBody(error: GatewayError): OpenaiErrorBody {
  const { type, word } = shapes[error.code];
  const isConflict = error.code === 'upstream-rejected' && error.upstreamStatus === 409;
  return {
    error: {
      message: messageForClient(error, contextWords),
      type: isConflict ? 'conflict_error' : type,
      param: error.param ?? null,
      code: error.reason ?? word,
    },
  };
}

/** The upstream's error body if it is in this dialect and not merely in a similar one. */
export function upstreamBodyOf(error: GatewayError): JsonObject | undefined {
  const body = error.upstreamBody;
  if (!isJsonObject(body) || body['type'] === 'error') return undefined;
  const inner = body['error'];
  if (!isJsonObject(inner) || typeof inner['message'] !== 'string') return undefined;
  // Google's envelope has a number here and its error code under `status`.
  return typeof inner['status'] === 'string' ? undefined : body;
}

/** Routers write a number as the code; the format requires a string. */
function withTypes(body: JsonObject): JsonObject {
  const inner = body['error'];
  if (!isJsonObject(inner) || typeof inner['code'] !== 'number') return body;
  return { ...body, error: { ...inner, code: String(inner['code']) } };
}

function mergeBody(own: OpenaiErrorBody, given: JsonObject): JsonObject {
  const inner = given['error'];
  return { ...given, error: { ...own.error, ...objectOf(inner) } };
}

/** Reports the invalid field of a request to the client, in one sentence and in the vendor's terms. */
export function toRequestError(error: z.core.$ZodError): GatewayError {
  const { param, fault, isMissing } = findFault(error);
  const subject = param === '' ? 'The request body' : `The field '${param}'`;
  return new GatewayError('invalid-request', `${subject} ${fault}.`, {
    ...omitUndefined({ param: param || undefined }),
    reason: isMissing ? 'missing_required_parameter' : 'invalid_value',
  });
}
