// Decodes and encodes errors of Gemini generateContent, for the codec, its replies and its streams.
import { GatewayError, type ErrorCode } from '../../canonical/error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts';
import type { EncodedError, ErrorReply } from '../../codec.ts';
import type { Redact } from '../../redaction/redaction.ts';
import { messageForClient, type ClientWords } from '../../shared/errors/client-words.ts';
import { isRelayed, rejectedStatus } from '../../shared/errors/relayed-error.ts';
import { omitUndefined } from '../../shared/omit-undefined.ts';
import {
  readUpstreamFailure,
  redactBody,
  redactReply,
  type RedactedReply,
} from '../../shared/errors/upstream-error.ts';
import { dialect } from './tables.ts';
import type { ErrorBody } from './types.ts';

interface ErrorShape {
  readonly status: number;
  /** The name in `google.rpc.Code`. */
  readonly word: string;
}

/** The HTTP status and `google.rpc.Code` of each error code. */
const shapes: Readonly<Record<ErrorCode, ErrorShape>> = {
  'invalid-request': { status: 400, word: 'INVALID_ARGUMENT' },
  unauthenticated: { status: 401, word: 'UNAUTHENTICATED' },
  forbidden: { status: 403, word: 'PERMISSION_DENIED' },
  'not-found': { status: 404, word: 'NOT_FOUND' },
  'too-large': { status: 413, word: 'INVALID_ARGUMENT' },
  unsupported: { status: 400, word: 'INVALID_ARGUMENT' },
  'rate-limited': { status: 429, word: 'RESOURCE_EXHAUSTED' },
  'quota-exhausted': { status: 429, word: 'RESOURCE_EXHAUSTED' },
  canceled: { status: 499, word: 'CANCELLED' },
  'upstream-rejected': { status: 400, word: 'INVALID_ARGUMENT' },
  'upstream-unavailable': { status: 502, word: 'UNAVAILABLE' },
  'upstream-timeout': { status: 504, word: 'DEADLINE_EXCEEDED' },
  overloaded: { status: 503, word: 'UNAVAILABLE' },
  internal: { status: 500, word: 'INTERNAL' },
};

/** Rejected requests whose upstream status is forwarded to the client. */
const nameOfStatus: ReadonlyMap<number, string> = new Map([
  [404, 'NOT_FOUND'],
  [409, 'ABORTED'],
  [412, 'FAILED_PRECONDITION'],
]);

/**
 * Decodes an HTTP error response of an upstream, whatever its body looks like. Google reports an invalid API
 * key as 400, which is not the client's fault.
 */
export function decodeError(reply: ErrorReply, redact?: Redact): GatewayError {
  return readFailure(redactReply(reply, redact));
}

/** Decodes an error without an error status: inside a stream, or in place of a reply. */
export function decodeBodyFailure(body: JsonValue, redact: Redact | undefined): GatewayError {
  return readFailure(redactBody(body, redact));
}

function readFailure(reply: RedactedReply): GatewayError {
  if (isAboutKey(reply)) return readUpstreamFailure({ ...reply, status: 401 }, dialect);
  const failure = readUpstreamFailure(reply, dialect);
  const message = disabledService(reply.body);
  if (failure.upstreamStatus !== 403 || message === undefined) return failure;
  const { code, fault, retryAfter } = failure;
  return new GatewayError(code, message, omitUndefined({ upstreamStatus: 403, fault, retryAfter }));
}

/** Finds the object with an error: the body itself, or one item of a list of chunks. */
export function findFailure(body: JsonValue): JsonObject | undefined {
  const chunks = Array.isArray(body) ? body : [body];
  return chunks.filter(isJsonObject).find((chunk) => Boolean(chunk['error']));
}

/** The error in a body, also in a list with one item. */
function errorOf(body: JsonValue): JsonObject | undefined {
  const whole = Array.isArray(body) ? (body[0] ?? null) : body;
  const error = isJsonObject(whole) ? whole['error'] : undefined;
  return isJsonObject(error) ? error : undefined;
}

/** The message about a service that an operator must enable, which says nothing about the credential. */
function disabledService(body: JsonValue): string | undefined {
  const message = errorOf(body)?.['message'];
  const isAboutService = typeof message === 'string' && /\bAPI has not been used\b/.test(message);
  return isAboutService ? message : undefined;
}

/** True for a response to an API key that is invalid or expired. */
function isAboutKey({ status, body }: RedactedReply): boolean {
  const error = errorOf(body);
  if (error === undefined) return false;
  const reasons = detailsOf(error).map((detail) => detail['reason']);
  if (reasons.some((reason) => typeof reason === 'string' && reason.startsWith('API_KEY_'))) {
    return true;
  }
  const code = status >= 400 ? status : error['code'];
  const text = typeof error['message'] === 'string' ? error['message'] : '';
  return code === 400 && /^API key (?:not valid|expired|not found)/i.test(text);
}

function detailsOf(error: JsonObject): JsonObject[] {
  const { details } = error;
  return Array.isArray(details) ? details.filter(isJsonObject) : [];
}

/** Encodes an error for a client; an upstream body of the same format keeps its fields. */
export function encodeError(error: GatewayError, requestId: string): EncodedError {
  const { status } = shapeOf(error);
  const given = preservedBody(error);
  if (given !== undefined) return { status, body: withCode(given, status) };
  const request = { '@type': `${types}RequestInfo`, requestId };
  return { status, body: writeBody(error, status, [request]) };
}

/** The data of the frame that ends an incomplete stream; without a request id. */
export function encodeStreamError(error: GatewayError): ErrorBody {
  const { status } = shapeOf(error);
  // `google.rpc.Code` does not distinguish a bad gateway from an unavailable service; only HTTP does.
  return writeBody(error, status === 502 ? 503 : status, []);
}

/** Like `encodeStreamError`, for an error that the upstream sent in the stream. */
export function encodeUpstreamStreamError(error: GatewayError): JsonObject {
  const given = upstreamBodyOf(error);
  const code = errorOf(given ?? null)?.['code'];
  const isStatus = typeof code === 'number' && code >= 400 && code <= 599;
  return given !== undefined && isStatus ? given : encodeStreamError(error);
}

function shapeOf(error: GatewayError): ErrorShape {
  const shape = shapes[error.code];
  const status = rejectedStatus(error);
  if (status === undefined) return shape;
  return { status, word: nameOfStatus.get(status) ?? shape.word };
}

const types = 'type.googleapis.com/google.rpc.';

const contextWords: ClientWords = {
  known: /input token count.*exceeds the maximum/i,
  prefix: 'The input token count exceeds the maximum number of tokens allowed',
};

function writeBody(error: GatewayError, code: number, more: readonly JsonObject[]): ErrorBody {
  const { param, retryAfter } = error;
  const message = messageForClient(error, contextWords);
  const reason = (error.reason ?? error.code).toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  const details: JsonObject[] = [{ '@type': `${types}ErrorInfo`, reason, domain: 'parley' }];
  if (retryAfter !== undefined) {
    details.push({ '@type': `${types}RetryInfo`, retryDelay: `${retryAfter}s` });
  }
  if (param !== undefined) {
    const fieldViolations = [{ field: param, description: message }];
    details.push({ '@type': `${types}BadRequest`, fieldViolations });
  }
  const { word } = shapeOf(error);
  return { error: { code, message, status: word, details: [...details, ...more] } };
}

function preservedBody(error: GatewayError): JsonObject | undefined {
  return isRelayed(error) ? upstreamBodyOf(error) : undefined;
}

/** The upstream's error body if it is in this dialect and not merely in a similar one. */
function upstreamBodyOf({ upstreamBody }: GatewayError): JsonObject | undefined {
  const whole = Array.isArray(upstreamBody) ? upstreamBody[0] : upstreamBody;
  if (!isJsonObject(whole)) return undefined;
  const inner = errorOf(whole);
  const isWhole = typeof inner?.['message'] === 'string' && typeof inner['status'] === 'string';
  return isWhole ? whole : undefined;
}

/** The code in the body always equals the HTTP status. */
function withCode(body: JsonObject, code: number): JsonObject {
  const inner = errorOf(body);
  return inner?.['code'] === code ? body : { ...body, error: { ...inner, code } };
}
