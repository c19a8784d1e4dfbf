/** HTTP errors in the envelope of each format. */
import { createAnswer, withHeaders } from '../answer.ts';
import type { HeaderInput } from '../answer.ts';
import type { Answer } from '../behaviour.ts';
import type { Dialect } from '../upstream/endpoint.ts';
import type { WireObject } from './chat.ts';

export interface ErrorDescription {
  /** Derived from the status when absent. In the generate format this is the `status` field. */
  readonly type?: string;
  readonly message?: string;
  /**
   * The `code` of the chat formats and the reason of the generate format; the messages format has neither.
   */
  readonly code?: string | null;
  /** Only in the chat formats. */
  readonly param?: string | null;
  /** In the body of the generate format; in other formats the header `retry-after` of an HTTP error. */
  readonly retryAfterSeconds?: number;
}

/** An HTTP error with more headers, or other ones. */
export interface HttpErrorDescription extends ErrorDescription {
  readonly headers?: HeaderInput;
}

/** Status → type of the chat formats, with its usual code. */
const chatTypes: Readonly<Record<number, readonly [type: string, code: string | null]>> = {
  400: ['invalid_request_error', null],
  401: ['invalid_request_error', 'invalid_api_key'],
  402: ['insufficient_quota', 'insufficient_quota'],
  403: ['permission_error', null],
  404: ['invalid_request_error', 'model_not_found'],
  409: ['conflict_error', null],
  413: ['invalid_request_error', null],
  429: ['rate_limit_error', 'rate_limit_exceeded'],
};

/** Status → type of the messages format. */
const messagesTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

/** Status → `status` of the generate format (google.rpc.Code). */
const geminiStatuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  402: 'FAILED_PRECONDITION',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/** The header with the request id of each vendor; Google sends none. */
const requestIds: Readonly<Record<Dialect, Readonly<Record<string, string>>>> = {
  'openai-chat': { 'x-request-id': 'req_scripted' },
  'anthropic-messages': { 'request-id': 'req_scripted' },
  'gemini-generate': {},
  'openai-responses': { 'x-request-id': 'req_scripted' },
};

function findMessage(status: number, description: ErrorDescription): string {
  return description.message ?? `The scripted upstream answers ${status}.`;
}

/** The typed details that Google adds (google.rpc.ErrorInfo and RetryInfo). */
function writeDetails(description: ErrorDescription): readonly WireObject[] {
  const { code, retryAfterSeconds } = description;
  const type = (name: string) => ({ '@type': `type.googleapis.com/google.rpc.${name}` });
  return [
    ...(code ? [{ ...type('ErrorInfo'), reason: code, domain: 'googleapis.com' }] : []),
    ...(retryAfterSeconds === undefined
      ? []
      : [{ ...type('RetryInfo'), retryDelay: `${retryAfterSeconds}s` }]),
  ];
}

function createGeminiError(status: number, description: ErrorDescription): WireObject {
  const message = findMessage(status, description);
  const word = description.type ?? geminiStatuses[status] ?? 'INTERNAL';
  const details = writeDetails(description);
  const more = details.length > 0 ? { details } : {};
  return { error: { code: status, message, status: word, ...more } };
}

function createMessagesError(status: number, description: ErrorDescription): WireObject {
  const type = description.type ?? messagesTypes[status] ?? 'api_error';
  const error = { type, message: findMessage(status, description) };
  return { type: 'error', error, request_id: 'req_scripted' };
}

/** The error object of the chat formats, without its envelope. */
export interface ChatError {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
}

/** The error object of the chat formats for an HTTP status. */
export function createChatError(status: number, description: ErrorDescription = {}): ChatError {
  const [usualType, usualCode] = chatTypes[status] ?? ['server_error', null];
  return {
    message: findMessage(status, description),
    type: description.type ?? usualType,
    param: description.param ?? null,
    code: description.code === undefined ? usualCode : description.code,
  };
}

/** The error body of a format for an HTTP status. */
export function createErrorBody(
  dialect: Dialect,
  status: number,
  description: ErrorDescription = {},
): WireObject {
  if (dialect === 'anthropic-messages') return createMessagesError(status, description);
  if (dialect === 'gemini-generate') return createGeminiError(status, description);
  return { error: createChatError(status, description) };
}

function writeRetry(dialect: Dialect, seconds: number | undefined): HeaderInput {
  const isInBody = seconds === undefined || dialect === 'gemini-generate';
  return isInBody ? [] : { 'retry-after': String(Math.ceil(seconds)) };
}

/** An HTTP error in a format's own envelope. */
export function httpError(
  dialect: Dialect,
  status: number,
  description: HttpErrorDescription = {},
): Answer {
  const answer = createAnswer({
    status,
    headers: { 'content-type': 'application/json', ...requestIds[dialect] },
    body: JSON.stringify(createErrorBody(dialect, status, description)),
  });
  const retrying = withHeaders(answer, writeRetry(dialect, description.retryAfterSeconds));
  return withHeaders(retrying, description.headers ?? []);
}
