// Decodes and encodes errors of Responses, for the codec, its replies and its streams.
import { GatewayError, type ErrorCode } from '../../canonical/error.ts';
import type { EncodedError, ErrorReply } from '../../codec.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts';
import { redactJson, redactShapes, type Redact } from '../../redaction/redaction.ts';
import { encodeErrorFor, writeErrorBody } from '../../shared/openai/error.ts';
import { readUpstreamFailure, redactReply } from '../../shared/errors/upstream-error.ts';
import { dialect } from './extras.ts';
import type { ErrorEvent, ReplyEnd } from './reply/types.ts';
import { statusOfFailure } from './tables.ts';

/** Decodes an HTTP error response of an upstream, whatever its body looks like. */
export function decodeError(reply: ErrorReply, redact?: Redact): GatewayError {
  return readUpstreamFailure(redactReply(reply, redact), dialect);
}

/** Encodes an error for a client; both of OpenAI's formats share one envelope and one table of statuses. */
export function encodeError(error: GatewayError, requestId: string): EncodedError {
  return encodeErrorFor(dialect, error, requestId);
}

/** Decodes an error without an HTTP status: an error event, or the error of a failed reply. */
export function readFailure(data: JsonValue, redact: Redact | undefined): GatewayError {
  const nested = isJsonObject(data) && isJsonObject(data['error']) ? data['error'] : undefined;
  const error = nested ?? data;
  const word = isJsonObject(error) ? error['code'] : undefined;
  const status = typeof word === 'string' ? statusOfFailure(word) : undefined;
  // The rest of a failed reply is not part of the error.
  const body = nested === undefined ? data : { error: nested };
  return decodeError({ status: status ?? 200, headers: new Headers(), body }, redact);
}

/** Redacts `incomplete_details` of a reply; `undefined` if redaction changes nothing. */
export function redactDetails(
  reply: JsonObject,
  redact: Redact = redactShapes,
): JsonObject | undefined {
  const details = reply['incomplete_details'] ?? null;
  const clean = redactJson(details, redact);
  const isClean = JSON.stringify(clean) === JSON.stringify(details);
  return isClean ? undefined : { incomplete_details: clean };
}

/** The error for a reply that is neither complete nor failed, such as one that is still running. */
export function unfinished(): GatewayError {
  return new GatewayError('upstream-unavailable', 'The upstream did not finish its response.', {
    reason: 'upstream_unfinished',
  });
}

/**
 * The error event in the middle of a stream. Clients read either the flat or the nested form, so it contains
 * both.
 */
export function encodeStreamError(error: GatewayError, sequenceNumber: number): ErrorEvent {
  const { message, type, param, code } = writeErrorBody(error).error;
  const word = ownWord(code ?? failureCode(error));
  return {
    type: 'error',
    code: word,
    message,
    param,
    sequence_number: sequenceNumber,
    error: { type: ownWord(type), code: word, message, param },
  };
}

/** The codes of errors that a retry cannot solve. */
const refusals: ReadonlySet<ErrorCode> = new Set([
  'invalid-request',
  'unauthenticated',
  'forbidden',
  'not-found',
  'too-large',
  'unsupported',
  'upstream-rejected',
  'quota-exhausted',
]);

/** The end of a failed reply. Codex reads nothing else of an error in a stream, and decides by its code. */
export function encodeFailure(error: GatewayError): ReplyEnd {
  const { message } = encodeStreamError(error, 0);
  return {
    status: 'failed',
    incomplete_details: null,
    error: { code: failureCode(error), message },
  };
}

function failureCode({ code, reason }: GatewayError): NonNullable<ReplyEnd['error']>['code'] {
  if (reason === 'context_length_exceeded') return reason;
  if (code === 'rate-limited') return 'rate_limit_exceeded';
  return refusals.has(code) ? 'invalid_prompt' : 'server_error';
}

/** The error code of this format for an upstream error in Chat Completions. */
function ownWord(word: string): string {
  return word === 'upstream_error' ? 'server_error' : word;
}
