import { createAnswer, withHeaders } from '../answer.ts';
import type { HeaderInput } from '../answer.ts';
import type { Answer } from '../behaviour.ts';
import type { Dialect } from '../upstream/scripted-request.ts';
import type { WireObject } from './chat.ts';
import { writeFrame } from './frames.ts';

export interface ErrorDescription {
  /** Follows from the status when absent. */
  readonly type?: string;
  readonly message?: string;
  /** The chat format's `code` and `param`; messages have no place for them. */
  readonly code?: string | null;
  readonly param?: string | null;
}

/** Status → type of the chat format, with its usual code. */
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

/** The header in which each vendor names the request. */
const requestIdNames: Readonly<Record<Dialect, string>> = {
  'openai-chat': 'x-request-id',
  'anthropic-messages': 'request-id',
};

/** The error body of a format for an HTTP status. */
export function createErrorBody(
  dialect: Dialect,
  status: number,
  description: ErrorDescription = {},
): WireObject {
  const message = description.message ?? `The scripted upstream answers ${status}.`;
  if (dialect === 'anthropic-messages') {
    const type = description.type ?? messagesTypes[status] ?? 'api_error';
    return { type: 'error', error: { type, message }, request_id: 'req_scripted' };
  }
  const [usualType, usualCode] = chatTypes[status] ?? ['server_error', null];
  const type = description.type ?? usualType;
  const code = description.code === undefined ? usualCode : description.code;
  return { error: { message, type, param: description.param ?? null, code } };
}

/** An HTTP error in a format's own envelope. */
export function httpError(
  dialect: Dialect,
  status: number,
  description: ErrorDescription & { readonly headers?: HeaderInput } = {},
): Answer {
  const answer = createAnswer({
    status,
    headers: { 'content-type': 'application/json', [requestIdNames[dialect]]: 'req_scripted' },
    body: JSON.stringify(createErrorBody(dialect, status, description)),
  });
  return withHeaders(answer, description.headers ?? []);
}

/** The frame by which a format says that its stream failed: `event: error`. */
export function writeErrorFrame(
  dialect: Dialect,
  status: number,
  description: ErrorDescription = {},
): string {
  const body = createErrorBody(dialect, status, description);
  return writeFrame({ event: 'error', data: JSON.stringify(body) });
}
