/** The response of an upstream to one attempt; operations turn it into an answer for the client. */
import { GatewayError, isJsonObject, parseJson, type JsonValue } from '@parley/protocol';
import type { ReplyMeter } from '../../billing/quota/metering/reply-meter.ts';
import type { GatewayContext } from '../../context.ts';
import { waitAtMost } from '../../wait-at-most.ts';
import type { UpstreamConnection } from './connection.ts';
import type { UpstreamReader } from './upstream-reader.ts';
import type { SentRequest } from './upstream-request.ts';

/** A successful response whose body is still unread. */
export interface AttemptResponse {
  /** What the upstream was sent. */
  readonly sent: SentRequest;
  readonly connection: UpstreamConnection;
  readonly reader: UpstreamReader;
  /** Measures the usage of the reply. */
  readonly meter: ReplyMeter;
}

/** A body that was read whole. */
export interface WholeBody {
  readonly text: string;
  readonly json: JsonValue;
}

/** What server-sent events begin with: a field, or a comment. JSON never begins like that. */
const eventStarts = ['data:', 'event:', 'id:', 'retry:', ':'];

/** Bytes of blanks after which a body is taken for no event stream. */
const mostBlankBytes = 1_024;

/** Whether a body, or its beginning, consists of server-sent events. `trimStart` removes a byte order mark, too. */
export function isEventStream(text: string): boolean {
  const start = text.trimStart();
  return eventStarts.some((field) => start.startsWith(field));
}

/** Whether so little of a body is known that events could begin like that. */
function isUndecided(text: string): boolean {
  const start = text.trimStart();
  return eventStarts.some((field) => start.length < field.length && field.startsWith(start));
}

/**
 * Whether the body is to be read as server-sent events: because its type says so or, where it has another type or
 * none, because it begins like them.
 * @throws GatewayError when the body takes too long or breaks off
 */
export async function sendsEventStream(connection: UpstreamConnection): Promise<boolean> {
  const type = connection.head.headers.get('content-type') ?? '';
  if (/^text\/event-stream\b/i.test(type)) return true;
  for (;;) {
    const chunk = (await connection.peekInTime()) ?? new Uint8Array(0);
    // The last character may be incomplete.
    const text = new TextDecoder().decode(chunk, { stream: true });
    const isKnown = chunk.byteLength > mostBlankBytes || !isUndecided(text);
    if (isKnown || !(await connection.peekFurther())) return isEventStream(text);
  }
}

/** Parses the body of a reply. @throws GatewayError `upstream-unavailable` when it is not JSON */
export function parseReply(text: string): WholeBody {
  const json = parseJson(text);
  if (json === undefined) throw badResponse();
  return { text, json };
}

/** Whether a response has a reply. The official clients take one with any of these statuses, such as 201. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** How long the body of an error response is awaited, in milliseconds. */
const errorBodyMs = 5_000;

const noUsableResponse = 'The upstream returned no usable response.';

/** Decodes an error response. Without a body, its status and headers still say whether another call may succeed. */
export async function readFailure(
  { limits }: GatewayContext,
  connection: UpstreamConnection,
  reader: UpstreamReader,
): Promise<GatewayError> {
  const { status, headers } = connection.head;
  if (status < 400) {
    return new GatewayError('upstream-unavailable', noUsableResponse, {
      reason: 'upstream_redirect',
      upstreamStatus: status,
    });
  }
  const reading = connection.readText(limits.errorBytes).catch(() => '');
  const text = await waitAtMost(errorBodyMs, reading, '');
  return reader.readError({ status, headers, body: parseJson(text) ?? text });
}

/** The error for a successful response whose body is not a reply. */
export function badResponse(): GatewayError {
  return new GatewayError('upstream-unavailable', noUsableResponse, {
    reason: 'upstream_bad_answer',
  });
}

/** The error for the body of a successful response that lacks what was asked for: the one that it states, if it does. */
export function unexpectedResponse(
  { connection, reader }: Pick<AttemptResponse, 'connection' | 'reader'>,
  body: JsonValue,
): GatewayError {
  if (!isJsonObject(body) || !body['error']) return badResponse();
  return reader.readError({ ...connection.head, body });
}

/** The error for what decoding a reply has thrown: values nested thousands of levels deep overflow the stack. */
export function toReplyError(thrown: unknown): GatewayError {
  return thrown instanceof RangeError ? badResponse() : GatewayError.from(thrown);
}
