/**
 * The messages of Responses over a WebSocket; used by `session.ts` and `message-sink.ts`.
 * https://developers.openai.com/api/docs/guides/websocket-mode
 */
import {
  GatewayError,
  isJsonObject,
  parseScanned,
  scanObject,
  writeJson,
  type JsonObject,
  type JsonScan,
} from '@parley/protocol';

/** A message that asks for a response. */
export interface CreateRequest {
  readonly type: 'create';
  /** The body of the same request by POST, with `stream` set. */
  readonly body: string;
  /** False for a request that only prepares the next one. */
  readonly generates: boolean;
}

/** What a client asks for by a message. */
export type SocketRequest =
  | CreateRequest
  /** To add input to a response that is being generated. */
  | { readonly type: 'steer'; readonly steer: JsonObject }
  /** Nothing: it says that it has read a response. */
  | { readonly type: 'acknowledge' };

/** A message, or what is wrong with it, and the lane that it names. */
export interface SocketMessage {
  /** Requests of one lane run one after the other; absent for the lane without a name. */
  readonly streamId?: string;
  readonly request: SocketRequest | GatewayError;
}

const wrongJson = 'The message is not a JSON object.';
const wrongType = "The field 'type' must be 'response.create'.";
const wrongStream =
  "The field 'stream_id' must be a string of 1 to 256 letters, digits, underscores, hyphens and periods.";
const noBackground = 'Background responses are not supported over a WebSocket.';

/** Reads a message of a client. Never throws. */
export function readSocketMessage(text: string): SocketMessage {
  try {
    const scan = scanObject(text);
    const json = parseScanned(text, scan);
    return isJsonObject(json) ? readEvent(text, scan, json) : { request: invalidJson() };
  } catch (thrown) {
    return { request: thrown instanceof GatewayError ? thrown : invalidJson() };
  }
}

function readEvent(text: string, scan: JsonScan, json: JsonObject): SocketMessage {
  const { type, stream_id: streamId } = json;
  if (streamId === undefined) return { request: readRequest(text, scan, json) };
  if (
    typeof streamId === 'string' &&
    /^[\w.-]{1,256}$/.test(streamId) &&
    type !== 'response.steer'
  ) {
    return { streamId, request: readRequest(text, scan, json) };
  }
  return {
    request: new GatewayError('invalid-request', wrongStream, {
      reason: 'invalid_stream_id',
      param: 'stream_id',
    }),
  };
}

function readRequest(text: string, scan: JsonScan, json: JsonObject): SocketRequest | GatewayError {
  const { type, background, generate } = json;
  if (type === 'response.steer') return { type: 'steer', steer: json };
  if (type === 'response.processed') return { type: 'acknowledge' };
  if (type !== 'response.create')
    return new GatewayError('invalid-request', wrongType, {
      reason: 'invalid_value',
      param: 'type',
    });
  if (background === true)
    return new GatewayError('invalid-request', noBackground, {
      reason: 'unsupported_parameter',
      param: 'background',
    });
  return { type: 'create', body: writeBody(text, scan), generates: generate !== false };
}

/** Fields of the message that are none of the body. */
const messageFields = new Set(['type', 'stream_id', 'generate', 'stream', 'background']);

/** The values stay as they are written. */
function writeBody(text: string, { fields }: JsonScan): string {
  let body = '{"stream":true';
  for (const [name, { start, end }] of fields) {
    if (!messageFields.has(name)) body += `,${JSON.stringify(name)}:${text.slice(start, end)}`;
  }
  return `${body}}`;
}

function invalidJson(): GatewayError {
  return new GatewayError('invalid-request', wrongJson, { reason: 'invalid_json' });
}

/** An error as an HTTP response would state it. */
export interface SocketFailure {
  readonly status: number;
  /** The body of the response. */
  readonly body: JsonObject;
  /** Headers of the response that a client may need. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The message for a request that failed before its response began. */
export function writeSocketError(
  { status, body, headers }: SocketFailure,
  streamId: string | undefined,
): string {
  const { error } = body;
  const details = isJsonObject(error) ? { ...error, ...(headers && { headers }) } : {};
  return writeSocketEvent(writeJson({ type: 'error', status, error: details }), streamId);
}

/** Adds the lane to the text of an event. */
export function writeSocketEvent(text: string, streamId: string | undefined): string {
  // An event is an object with a `type`, so that a comma may follow.
  return streamId === undefined
    ? text
    : text.replace('{', `{"stream_id":${JSON.stringify(streamId)},`);
}

/** The message that returns input which was to be added to a response. */
export function refuseSteer(steer: JsonObject): string {
  const { previous_response_id: id = '', input = '' } = steer;
  return writeJson({
    type: 'response.steer.failed',
    sequence_number: 0,
    error: {
      type: 'invalid_request_error',
      code: 'steering_not_supported',
      message: 'Responses cannot be steered here. Send the input with the next response.create.',
    },
    steer: { previous_response_id: id, input },
  });
}

/** The events of a response that has no output. */
export function replayEmptyResponse(response: JsonObject): readonly string[] {
  const begun = { ...response, status: 'in_progress', completed_at: null, usage: null };
  return [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    { type: 'response.completed', response },
  ].map((event, index) => writeJson({ ...event, sequence_number: index }));
}
