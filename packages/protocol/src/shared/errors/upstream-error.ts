// Builds the error of an upstream from a redacted response, for every dialect.
import type { DialectId } from '../../canonical/dialect.ts';
import {
  GatewayError,
  type ErrorCode,
  type ErrorDetails,
  type UpstreamFault,
} from '../../canonical/error.ts';
import type { ErrorReply } from '../../codec.ts';
import { parseJson } from '../../json/parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts';
import { redactJson, redactShapes, type Redact } from '../../redaction/redaction.ts';
import { objectAt } from '../json-fields.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { findFailureReport } from './failure-report.ts';
import { statedWait } from './stated-wait.ts';
import { findUpstreamFault, isModerated } from './upstream-fault.ts';
import { cleanBody, cleanText, firstText, isMarkup } from './upstream-text.ts';

/** The HTTP status for error codes in bodies that arrived without an error status. */
const statusOfWord: Readonly<Record<string, number>> = {
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  too_many_requests: 429,
  insufficient_quota: 429,
  RESOURCE_EXHAUSTED: 429,
  overloaded_error: 529,
  overloaded: 529,
  UNAVAILABLE: 503,
  timeout_error: 504,
  DEADLINE_EXCEEDED: 504,
  invalid_request_error: 400,
  INVALID_ARGUMENT: 400,
  context_length_exceeded: 400,
  content_filter: 400,
  request_too_large: 413,
  not_found_error: 404,
  authentication_error: 401,
  permission_error: 403,
  billing_error: 402,
};

const passed = Symbol('redacted');

/** An upstream error whose text has been redacted. Only `redactReply` creates one. */
export interface RedactedReply extends ErrorReply {
  readonly [passed]: true;
}

/** Redacts an upstream's error before anything reads it. */
export function redactReply(reply: ErrorReply, redact: Redact | undefined): RedactedReply {
  return { ...reply, body: redactJson(reply.body, redact ?? redactShapes), [passed]: true };
}

/** Like `redactReply`, for an error without an error status: inside a stream, or with status 200. */
export function redactBody(body: JsonValue, redact: Redact | undefined): RedactedReply {
  return redactReply({ status: 200, headers: new Headers(), body }, redact);
}

/**
 * Reads an upstream's error in any format: the envelopes of the known dialects, lists of one error,
 * `{detail}`, which Mistral puts into `message`, `{errors}`, the reports of MiniMax and Z.AI, plain text and web pages. The
 * message is safe for a client; it contains nothing about the gateway's own credential. Without an error status, the
 * codes in the body decide.
 * @param dialect the upstream's dialect
 */
export function readUpstreamFailure(reply: RedactedReply, dialect: DialectId): GatewayError {
  const envelope = readEnvelope(reply.body);
  // TGI and Bedrock give a failure of the model a status about the request, 424, outside of an envelope.
  const isOwnFailure = reply.status === 424 && envelope.error === reply.body;
  const isStated = reply.status >= 400 && reply.status <= 599 && !isOwnFailure;
  const stated = isStated ? reply.status : statusOf(envelope);
  const isEnvelope = typeof reply.body !== 'string' && reply.body !== null;
  const { error, text } = envelope;
  // Where no status is stated, as in streams of LM Studio, the words alone tell what is wrong.
  const facts = { words: wordsOf(error), text, isEnvelope, status: stated ?? 400 };
  const isRefusal = isModerated(facts);
  const status = isRefusal ? 400 : (stated ?? 502);
  const fault = isRefusal ? undefined : findUpstreamFault(facts);
  if (fault !== undefined) return faultOf(fault, envelope, status);
  return new GatewayError(codeOfStatus(status), messageOf(envelope, status), {
    upstreamStatus: status,
    ...waitOf(reply.headers, envelope),
    ...detailsOf(envelope),
    ...bodyOf(reply.body, dialect),
  });
}

/** A body with a status of success that is not a reply. */
export interface UnexpectedBody {
  readonly body: JsonValue;
  readonly redact: Redact | undefined;
  /** Why it is not one. */
  readonly cause?: unknown;
}

/**
 * Returns the error for a body in place of a reply: what the body says in one of the forms above, or else the message.
 * @param dialect the upstream's dialect
 */
export function notAReply(
  { body, redact, cause }: UnexpectedBody,
  message: string,
  dialect: DialectId,
): GatewayError {
  const reply = redactBody(body, redact);
  const says = isJsonObject(reply.body) && readEnvelope(reply.body).text !== '';
  if (says) return readUpstreamFailure(reply, dialect);
  return new GatewayError('upstream-unavailable', message, {
    reason: 'upstream_bad_answer',
    cause,
  });
}

interface Envelope {
  /** The object that contains the error; empty if there is none. */
  readonly error: JsonObject;
  /** Empty if it says nothing. */
  readonly text: string;
  /** Cerebras states it beside the error (`ErrorChunkResponse` of its library). */
  readonly statusCode?: JsonValue | undefined;
}

function readEnvelope(body: JsonValue): Envelope {
  const whole = Array.isArray(body) ? (body[0] ?? null) : body;
  if (typeof whole === 'string') return { error: {}, text: firstText(whole) ?? '' };
  if (!isJsonObject(whole)) return { error: {}, text: '' };
  const error = errorIn(whole);
  const list = Array.isArray(whole['errors']) ? whole['errors'][0] : undefined;
  const detail = objectAt(error, 'message')?.['detail'] ?? whole['detail'];
  const first = Array.isArray(detail) ? detail[0] : detail;
  const text = firstText(
    error['message'],
    whole['error'],
    whole['message'],
    first,
    isJsonObject(first) ? textOfDetail(first) : undefined,
    list,
    isJsonObject(list) ? list['message'] : undefined,
    objectAt(error, 'error')?.['message'],
  );
  const said = [text, quoteOf(objectAt(error, 'metadata')?.['raw'])].filter(Boolean).join(': ');
  return { error, text: said, statusCode: whole['status_code'] };
}

function errorIn(body: JsonObject): JsonObject {
  return objectAt(body, 'error') ?? findFailureReport(body) ?? body;
}

/** What OpenRouter quotes of a provider's error, of which it says nothing else. */
function quoteOf(raw: JsonValue | undefined): string {
  return typeof raw === 'string' ? readEnvelope(parseJson(raw) ?? raw).text : '';
}

/** Pydantic, behind vLLM, SGLang and Mistral, states the field apart, and its message alone says little. */
function textOfDetail(detail: JsonObject): JsonValue | undefined {
  const text = detail['msg'] ?? detail['message'];
  const [part, ...path] = Array.isArray(detail['loc']) ? detail['loc'] : [];
  const isPlaced = typeof text === 'string' && part === 'body' && path.length > 0;
  return isPlaced ? `${path.map(String).join('.')}: ${text}` : text;
}

function statusOf({ error, statusCode }: Envelope): number | undefined {
  for (const word of [statusCode, error['code'], error['type'], error['status']]) {
    const status = typeof word === 'string' ? (statusOfWord[word] ?? Number(word)) : word;
    if (typeof status === 'number' && status >= 400 && status <= 599) return Math.trunc(status);
  }
  return undefined;
}

/** The strings by which an error states its kind; OpenRouter does so in `metadata`, whatever the upstream's words are. */
function wordsOf(error: JsonObject): readonly string[] {
  const nested = objectAt(error, 'details')?.['error_code'];
  const ofRouter = objectAt(error, 'metadata')?.['error_type'];
  const words = [error['code'], error['type'], error['status'], nested, ofRouter];
  return words.filter((word) => typeof word === 'string');
}

/**
 * The error for a fault. The upstream's own words are for the log only, except about a conversation that is
 * too long, which the client can shorten.
 */
function faultOf(fault: UpstreamFault, envelope: Envelope, status: number): GatewayError {
  const message = messageOf(envelope, status);
  if (fault === 'context') {
    const { param } = detailsOf(envelope);
    const reason = 'context_length_exceeded';
    const facts = omitUndefined({ upstreamStatus: 400, reason, param, fault });
    return new GatewayError('upstream-rejected', message, facts);
  }
  const facts = { upstreamStatus: status, fault, cause: new Error(message) };
  return new GatewayError('upstream-unavailable', faultSentences[fault], facts);
}

const refused = 'The upstream refused the gateway, whose operator has to look into it.';

/** What a client is told; the same about the credential and the account. */
const faultSentences = {
  credential: refused,
  account: refused,
  model: 'The upstream does not have this model; the operator of the gateway has to look into it.',
} as const satisfies Record<Exclude<UpstreamFault, 'context'>, string>;

/**
 * Cloudflare's 522 and 524 are also sent by OpenRouter and Together. Groq has 498 for its tier `flex`, and Anthropic 529.
 * An upstream that states 499 canceled the call itself (Gemini, Cohere): nothing reads the answer once a client has left.
 */
function codeOfStatus(status: number): ErrorCode {
  if ([408, 504, 522, 524].includes(status)) return 'upstream-timeout';
  if ([498, 503, 529].includes(status)) return 'overloaded';
  if (status === 429) return 'rate-limited';
  return status < 499 ? 'upstream-rejected' : 'upstream-unavailable';
}

/** For a server error only the first line is shown, because a stack trace may follow. */
function messageOf({ text }: Envelope, status: number): string {
  const [shown = ''] = status >= 500 ? text.trimStart().split(/[\r\n]/, 1) : [text];
  const clean = cleanText(shown);
  return clean === '' ? sentenceOfStatus(status) : clean;
}

const sentences: Partial<Record<ErrorCode, string>> = {
  'upstream-timeout': 'The upstream timed out.',
  'rate-limited': 'The upstream’s rate limit is reached. Please try again later.',
  overloaded: 'The upstream is overloaded. Please try again later.',
};

function sentenceOfStatus(status: number): string {
  const code = codeOfStatus(status);
  const fault = code === 'upstream-rejected' ? 'rejected the request' : 'had a server error';
  return sentences[code] ?? `The upstream ${fault} (status ${status}).`;
}

function detailsOf({ error }: Envelope): Pick<ErrorDetails, 'reason' | 'param'> {
  const nested = objectAt(error, 'details')?.['error_code'];
  const word = typeof error['code'] === 'string' ? error['code'] : nested;
  const param = error['param'];
  const isWord = typeof word === 'string' && /^[\w.-]{1,64}$/.test(word);
  const isParam = typeof param === 'string' && param !== '';
  return omitUndefined({
    reason: isWord ? word : undefined,
    param: isParam ? cleanText(param).slice(0, 200) : undefined,
  });
}

function bodyOf(
  body: JsonValue,
  upstreamDialect: DialectId,
): Pick<ErrorDetails, 'upstreamBody' | 'upstreamDialect'> {
  const readable = typeof body === 'string' ? body !== '' && !isMarkup(body) : body !== null;
  return readable ? { upstreamBody: cleanBody(body), upstreamDialect } : {};
}

function waitOf(
  headers: ErrorReply['headers'],
  { error }: Envelope,
): Pick<ErrorDetails, 'retryAfter'> {
  return omitUndefined({ retryAfter: statedWait(headers, error['details']) });
}
