// Translates whole replies and errors from the upstream's dialect to the client's.
import type { DialectId } from '../canonical/dialect.ts';
import { GatewayError } from '../canonical/error.ts';
import { fidelityOf } from '../canonical/note.ts';
import type { Usage } from '../canonical/usage.ts';
import { codecOf } from '../dialects.ts';
import { writeJson } from '../json/exact-number.ts';
import { parseJson } from '../json/parse.ts';
import type { JsonValue } from '../json/value.ts';
import { omitUndefined } from '../shared/omit-undefined.ts';
import {
  asJson,
  checkBody,
  checkId,
  checkReplyOptions,
  idOf,
  redactNotes,
  sourceOf,
  targetOf,
  type JsonBody,
  type ReplyTranslationOptions,
  type TranslationNotes,
} from './options.ts';

/** How to translate a whole reply. */
export interface WholeReplyTranslationOptions extends ReplyTranslationOptions {
  /** The HTTP status of the upstream's response, 100 to 599; 200 by default. */
  readonly status?: number;
  /** The headers of the upstream's response; errors read the retry delay from them. */
  readonly headers?: Headers;
}

/** A body with its HTTP status, in the client's dialect. */
export interface HttpReply extends JsonBody {
  /** 200, or 400 to 599. */
  readonly status: number;
  /** The content type and, after an error, the retry delay if it is known. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A whole reply in the client's dialect. */
export interface TranslatedReply extends HttpReply, TranslationNotes {
  /** Set if the client receives an error. */
  readonly error?: GatewayError;
  /** The token counts that the upstream reported, if any. */
  readonly usage?: Usage;
}

/**
 * Translates a whole reply. The result is always valid in the client's dialect: an upstream error, or a body
 * that is not a reply, becomes an error.
 * @param body the text of the upstream's response, or the parsed object
 * @throws TypeError if an option is missing or not usable, if two contradict each other, or if the body is
 *   another kind of object, such as a promise
 */
export function translateReply(
  body: string | object,
  options: WholeReplyTranslationOptions,
): TranslatedReply {
  checkBody(body);
  checkReplyOptions(options);
  const { headers = new Headers() } = options;
  if (!('get' in headers)) throw new TypeError("The option 'headers' must be a Headers object.");
  try {
    return translate(body, options);
  } catch (thrown) {
    // Values nested thousands of levels deep exhaust the stack.
    const error = thrown instanceof RangeError ? badReply(thrown) : GatewayError.from(thrown);
    return { ...translateError(error, options), error, notes: [], fidelity: 'exact' };
  }
}

function translate(body: string | object, options: WholeReplyTranslationOptions): TranslatedReply {
  const { from, to, redact, status = 200, headers = new Headers() } = options;
  const value = typeof body === 'string' ? parseJson(body) : asJson(body);
  if (status < 200 || status > 299) {
    const errorBody: JsonValue = value ?? (typeof body === 'string' ? body : '');
    throw codecOf(from).decodeError({ status, headers, body: errorBody }, redact);
  }
  if (value === undefined) throw badReply();
  const decoded = codecOf(from).decodeReply(value, sourceOf(options));
  const { model, usage } = decoded.value;
  const encoded = codecOf(to).encodeReply(decoded.value, targetOf(options, model));
  const notes = redactNotes([...decoded.notes, ...encoded.notes], redact);
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: encoded.value,
    json: writeJson(encoded.value),
    notes,
    fidelity: fidelityOf(notes),
    ...omitUndefined({ usage }),
  };
}

/** How to translate an error. */
export interface ErrorTranslationOptions {
  /** The client's dialect. */
  readonly to: DialectId;
  /** Identifies the request in the error, as in `ReplyTranslationOptions`. */
  readonly id: string;
}

/**
 * Encodes an error in the client's dialect: one that `translateRequest` threw, or any other thrown value, for
 * which the client sees only that something failed.
 * @throws TypeError if an option is missing or not usable
 */
export function translateError(thrown: unknown, options: ErrorTranslationOptions): HttpReply {
  checkId(options.id);
  const error = GatewayError.from(thrown);
  const { status, body } = codecOf(options.to).encodeError(error, `req_${idOf(options)}`);
  const { retryAfter } = error;
  return {
    status,
    headers: {
      'content-type': 'application/json',
      ...omitUndefined({
        'retry-after': retryAfter === undefined ? undefined : String(Math.ceil(retryAfter)),
      }),
    },
    body,
    json: writeJson(body),
  };
}

function badReply(cause?: unknown): GatewayError {
  return new GatewayError('upstream-unavailable', 'The upstream returned no usable response.', {
    reason: 'upstream_bad_answer',
    cause,
  });
}
