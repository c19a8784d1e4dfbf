/** Errors in the middle of a stream, in each format. */
import { countFrames, createAnswer, readContent } from '../answer.ts';
import type { Answer } from '../behaviour.ts';
import type { Dialect } from '../upstream/endpoint.ts';
import { parseJson, readField } from '../upstream/scripted-request.ts';
import { createChatError, createErrorBody } from './errors.ts';
import type { ErrorDescription } from './errors.ts';
import { readFrames, writeElement, writeFrame } from './frames.ts';
import { createBegunResponse, writeEventFrame } from './responses.ts';

/** The error of a failed stream. */
export interface StreamFailure extends ErrorDescription {
  readonly dialect: Dialect;
  /** The status whose error type is used; 500 when absent. */
  readonly status?: number;
}

/**
 * The two events of a failed Responses stream: the error, nested as it is on the wire although the vendor's
 * types are flat, and the failed response. They continue the id and the numbers of the events before.
 */
function writeResponsesFailure(sent: Answer, failure: StreamFailure): readonly string[] {
  const text = Buffer.from(readContent(sent)).toString('utf8');
  const events = readFrames(text).map((frame) => parseJson(frame.data));
  const numbers = events.map((event) => readField(event, 'sequence_number'));
  const last = numbers.findLast((number) => typeof number === 'number') ?? -1;
  const { status = 500 } = failure;
  const error = createChatError(status, failure);
  const code = error.code ?? (status < 500 ? 'invalid_prompt' : 'server_error');
  const begun = readField(events[0], 'response') ?? createBegunResponse();
  const ended = { status: 'failed', error: { code, message: error.message } };
  return [
    { type: 'error', error, sequence_number: last + 1 },
    {
      type: 'response.failed',
      response: Object.assign({}, begun, ended),
      sequence_number: last + 2,
    },
  ].map(writeEventFrame);
}

/** Whether a stream is a JSON array and not an event stream. */
function isArrayStream(answer: Answer): boolean {
  return answer.headers.some(
    ([name, value]) =>
      name.toLowerCase() === 'content-type' && value.startsWith('application/json'),
  );
}

/**
 * The frames that a format sends when a stream fails: `event: error`, in Responses followed by
 * `response.failed`; in the generate format an unnamed error, or an error as the last element of an array
 * stream.
 */
export function writeFailure(sent: Answer, failure: StreamFailure): readonly string[] {
  const { dialect, status = 500 } = failure;
  if (dialect === 'openai-responses') return writeResponsesFailure(sent, failure);
  const data = JSON.stringify(createErrorBody(dialect, status, failure));
  if (dialect !== 'gemini-generate') return [writeFrame({ event: 'error', data })];
  if (!isArrayStream(sent)) return [writeFrame({ data })];
  return [writeElement(data, countFrames(sent)), ']'];
}

/** The frames of a stream that fails with its first event. */
export function writeErrorFrame(
  dialect: Dialect,
  status: number,
  description: ErrorDescription = {},
): string {
  return writeFailure(createAnswer(), { ...description, dialect, status }).join('');
}
