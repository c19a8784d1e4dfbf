/** Writes one response to a WebSocket: each event of its stream is a message. Made by `session.ts`. */
import { createFrameParser, isJsonObject, parseJson, type JsonObject } from '@parley/protocol';
import { codeOnSocket } from '../../pipeline/response/repeating-clients.ts';
import type { HeaderRecord, HttpRequest, MessageSocket, WholeSink } from '../../ports.ts';
import {
  replayEmptyResponse,
  writeSocketError,
  writeSocketEvent,
  type SocketFailure,
} from './messages.ts';

/** Headers of an HTTP response that say nothing about an error in a message. */
const bodyHeaders = new Set(['content-type', 'cache-control']);

/** Comments, such as keep-alives, are left out: a host keeps a WebSocket alive by pings. */
export class MessageSink implements WholeSink {
  readonly #socket: Pick<MessageSocket, 'send'>;
  readonly #streamId: string | undefined;
  readonly #request: HttpRequest | undefined;
  readonly #parser = createFrameParser({ maxFrameLength: Infinity });
  readonly #encoder = new TextEncoder();
  #listener: (() => void) | undefined;
  #isEnded = false;
  /** Whether the request failed before its response began. */
  isRefused = false;
  /** Resolves when the client has read a response that was sent whole; absent where it reads fast enough. */
  slow: Promise<void> | undefined;

  /** @param request absent for messages that are none */
  constructor(
    socket: Pick<MessageSocket, 'send'>,
    streamId: string | undefined,
    request?: HttpRequest,
  ) {
    this.#socket = socket;
    this.#streamId = streamId;
    this.#request = request;
  }

  open(): void {
    // The first event opens a response.
  }

  write(text: string): Promise<void> | undefined {
    if (this.#isEnded) return undefined;
    let slow: Promise<void> | undefined;
    for (const { data } of this.#parser.push(this.#encoder.encode(text))) {
      slow = this.#socket.send(writeSocketEvent(data, this.#streamId)) ?? slow;
    }
    return slow;
  }

  /** Other responses of the connection go on after one that has failed. */
  end(): void {
    this.#isEnded = true;
  }

  respond(status: number, headers: HeaderRecord, text: string): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const json = parseJson(text);
    const body = isJsonObject(json) ? json : {};
    this.isRefused = status >= 400;
    const messages = this.isRefused
      ? [writeSocketError({ status, ...this.#explain(body, headers) }, this.#streamId)]
      : replayEmptyResponse(body).map((event) => writeSocketEvent(event, this.#streamId));
    for (const message of messages) this.slow = this.#socket.send(message) ?? this.slow;
  }

  #explain(body: JsonObject, headers: HeaderRecord): Omit<SocketFailure, 'status'> {
    const { error } = body;
    const described = describe(headers);
    if (!isJsonObject(error) || this.#request === undefined) return { body, headers: described };
    const code = codeOnSocket(error['code'] ?? null, this.#request);
    return { body: { error: { ...error, code } }, headers: described };
  }

  onClose(listener: () => void): void {
    this.#listener = listener;
  }

  /** The connection has closed. */
  leave(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#listener?.();
  }
}

function describe(headers: HeaderRecord): HeaderRecord {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !bodyHeaders.has(name)));
}
