/** Errors of upstreams in each dialect, with the echoed text in some or all of their fields. */
import type { DialectId } from '@parley/protocol';
import type { EchoAnswer } from './gateway.ts';
import type { Echo } from './secrets.ts';

/** The headers of a JSON body. */
export const jsonHeaders = { 'content-type': 'application/json' };

export type Json = Record<string, unknown>;

/**
 * An error object of a dialect, with the echoed text in its message and a plain word in its machine-readable
 * fields.
 */
export function errorObject(dialect: DialectId, { words }: Echo): Json {
  if (dialect === 'gemini-generate')
    return { code: 400, message: words, status: 'INVALID_ARGUMENT' };
  return { type: 'invalid_request_error', message: words, code: 'bad', param: 'x' };
}

export function envelope(dialect: DialectId, error: Json): Json {
  return dialect === 'anthropic-messages' ? { type: 'error', error } : { error };
}

/** An error with the echoed text or word in every field, and in names of fields. */
export function fullEnvelope(dialect: DialectId, echo: Echo): Json {
  const { word, words, cut, coded } = echo;
  const error = {
    ...errorObject(dialect, echo),
    param: word,
    metadata: { raw: words, nested: [{ [word]: cut }], headers: { 'x-api-key': word } },
    details: [{ '@type': coded, reason: word, error_code: word, metadata: { [words]: word } }],
    failed_generation: words,
    innererror: { code: word },
    [word]: coded,
  };
  return { ...envelope(dialect, error), [word]: words, request_id: 'req_0123456789' };
}

/** An HTTP error with the echoed word in every field that clients read as machine-readable. */
export function writeReplyText(dialect: DialectId, echo: Echo): EchoAnswer {
  const { word } = echo;
  const fields = { message: 'No.', code: word, type: word, status: word, param: word };
  const error = { ...errorObject(dialect, echo), ...fields };
  return { status: 400, headers: jsonHeaders, body: JSON.stringify(envelope(dialect, error)) };
}
