/** Serves one WebSocket: each message asks for a response, which runs through the pipeline as a POST request does. */
import { codecOf, GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import { createRespond, type Recollection } from '../../pipeline/operations/respond.ts';
import { createWarmUp } from '../../pipeline/operations/warm-up.ts';
import { runExchange } from '../../pipeline/pipeline.ts';
import { createExchangeId } from '../../pipeline/request/exchange-id.ts';
import { encodeErrorResponse } from '../../pipeline/response/error-response.ts';
import { LaneMemory } from '../../pipeline/stored/reply-memory.ts';
import type { OpenSocket } from '../../pipeline/capacity/open-sockets.ts';
import type { Host, MessageSocket, SocketReceiver } from '../../ports.ts';
import type { EndpointDescription } from '../endpoint.ts';
import { MessageRequest } from './message-request.ts';
import { MessageSink } from './message-sink.ts';
import { readSocketMessage, refuseSteer, type CreateRequest } from './messages.ts';

/** What the handshake of a WebSocket says about all requests on it. */
export interface Handshake extends Pick<EndpointDescription, 'path' | 'dialect'> {
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly host: Host;
  readonly callName: string | undefined;
}

/** How many responses of a connection may run at the same time, as at the vendor. */
const mostAtOnce = 16;
/** How many lanes of a connection may have names, as at the vendor. */
const mostLanes = 32;
/** How many requests of a connection may wait for others. */
const mostWaiting = 64;

/** How many characters of answers to messages, beside responses, a client may leave unread. */
const mostUnread = 32 * 1024;

/** Bytes of a message, or of pings, that may have arrived without a limit: most messages arrive in one piece. */
const smallArrival = 64 * 1024;

/** A request that waits for one of its lane, or for a place. */
interface Waiting {
  /** The name of the lane; absent for the lane without one. */
  readonly streamId: string | undefined;
  readonly request: MessageRequest;
  readonly generates: boolean;
  /** What the body takes of the budget for bodies. */
  bodyBytes: number;
}

export class SocketSession implements SocketReceiver, OpenSocket {
  readonly #gateway: GatewayContext;
  readonly #handshake: Handshake;
  readonly #socket: MessageSocket;
  readonly #memory: LaneMemory;
  readonly #lanes = new Set<string>();
  readonly #waiting = new Set<Waiting>();
  /** The running responses, by their lanes. */
  readonly #running = new Map<string, MessageSink>();
  readonly #lifetime: ReturnType<typeof setTimeout>;
  /** Bytes that have arrived since the last message. */
  #arrived = 0;
  /** What these bytes take of the budget for bodies. */
  readonly #arriving = { bodyBytes: 0 };
  #arrival: ReturnType<typeof setTimeout> | undefined;
  /** Characters of answers to messages that wait for the client to read. */
  #unread = 0;
  #state: 'open' | 'expired' | 'retired' | 'closed' = 'open';

  constructor(gateway: GatewayContext, handshake: Handshake, socket: MessageSocket) {
    this.#gateway = gateway;
    this.#handshake = handshake;
    this.#socket = socket;
    const { limits, replyMemory } = gateway;
    this.#memory = new LaneMemory(replyMemory);
    this.#lifetime = setTimeout(() => {
      this.#endAs('expired');
    }, limits.socketMs);
  }

  noteArrival(bytes: number): void {
    if (this.#state === 'closed') return;
    this.#arrived += bytes;
    if (this.#arrived <= smallArrival) return;
    const { bodies, limits } = this.#gateway;
    try {
      bodies.take(this.#arriving, this.#arrived - this.#arriving.bodyBytes);
      this.#arrival ??= setTimeout(() => {
        this.#close(closeCodes.policyViolation);
      }, limits.messageMs);
    } catch {
      this.#close(closeCodes.tryAgainLater);
    }
  }

  #endArrival(): void {
    this.#arrived = 0;
    this.#gateway.bodies.free(this.#arriving);
    clearTimeout(this.#arrival);
    this.#arrival = undefined;
  }

  receive(text: string | undefined): void {
    if (this.#state === 'closed') return;
    this.#endArrival();
    if (text === undefined) {
      this.#refuse(binaryMessage());
      return;
    }
    const { streamId, request } = readSocketMessage(text);
    if (request instanceof GatewayError) this.#refuse(request, streamId);
    else if (request.type === 'steer') void this.#answer(refuseSteer(request.steer));
    else if (request.type === 'create') this.#enqueue(request, streamId);
  }

  closed(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    clearTimeout(this.#lifetime);
    this.#endArrival();
    this.#gateway.sockets.delete(this);
    for (const waiting of this.#waiting) this.#gateway.bodies.free(waiting);
    this.#waiting.clear();
    for (const sink of this.#running.values()) sink.leave();
    this.#memory.clear();
  }

  retire(): void {
    this.#endAs('retired');
  }

  #enqueue({ body, generates }: CreateRequest, streamId: string | undefined): void {
    const { url, headers } = this.#handshake;
    const request = new MessageRequest(url, headers, body);
    const waiting = { streamId, request, generates, bodyBytes: 0 };
    try {
      this.#accept(waiting);
    } catch (thrown) {
      this.#refuse(GatewayError.from(thrown), streamId);
      return;
    }
    this.#waiting.add(waiting);
    this.#startNext();
  }

  /** @throws GatewayError when the connection takes no further request, or not this one */
  #accept(waiting: Waiting): void {
    const { streamId, request } = waiting;
    if (this.#state === 'expired') throw connectionLimit();
    if (streamId !== undefined && !this.#lanes.has(streamId)) {
      if (this.#lanes.size >= mostLanes) throw streamLimit();
      this.#lanes.add(streamId);
    }
    if (this.#waiting.size >= mostWaiting) throw tooManyWaiting();
    this.#gateway.bodies.take(waiting, request.byteLength);
  }

  /** Requests of one lane run in their order. */
  #startNext(): void {
    for (const waiting of this.#waiting) {
      if (this.#running.size >= mostAtOnce) return;
      if (this.#running.has(laneOf(waiting))) continue;
      this.#waiting.delete(waiting);
      this.#gateway.bodies.free(waiting);
      void this.#run(waiting);
    }
  }

  async #run(waiting: Waiting): Promise<void> {
    const lane = laneOf(waiting);
    const sink = new MessageSink(this.#socket, waiting.streamId, waiting.request);
    this.#running.set(lane, sink);
    const continued = await this.#respond(waiting, sink);
    this.#running.delete(lane);
    if (this.#state === 'closed') {
      this.#memory.clear();
      return;
    }
    // As at the vendor: the client then sends the whole conversation again.
    if (sink.isRefused && continued !== undefined) this.#memory.forget(lane, continued);
    this.#startNext();
    this.#closeWhenIdle();
  }

  /** Returns the id of the response that the request continues. Never rejects. */
  async #respond(waiting: Waiting, sink: MessageSink): Promise<string | undefined> {
    const gateway = this.#gateway;
    const { host, path, callName, dialect } = this.#handshake;
    const { request, generates } = waiting;
    let continued: string | undefined;
    const recollection: Recollection = {
      recall: (id) => this.#memory.find((continued = id)),
      keep: (id, answered) => {
        this.#memory.replace(laneOf(waiting), id, answered);
      },
    };
    const called = { request, host: { ...host, sink }, path, callName, inbound: codecOf(dialect) };
    const operation = generates ? createRespond(recollection) : createWarmUp(gateway, recollection);
    const running = runExchange(gateway, called, operation);
    host.waitUntil?.(running);
    await running;
    await sink.slow;
    return continued;
  }

  #refuse(error: GatewayError, streamId?: string): void {
    const { clock } = this.#gateway;
    const codec = codecOf(this.#handshake.dialect);
    const response = encodeErrorResponse(codec, error, createExchangeId(clock.now()));
    const sink = new MessageSink({ send: (text) => this.#answer(text) }, streamId);
    sink.respond(response.status, response.headers, response.text);
  }

  /** Answers a message, unless its client goes on sending without reading what it is answered. */
  #answer(text: string): Promise<void> | undefined {
    if (this.#unread > mostUnread) {
      this.#close(closeCodes.policyViolation);
      return undefined;
    }
    const slow = this.#socket.send(text);
    if (slow === undefined) return undefined;
    this.#unread += text.length;
    return slow.then(() => {
      this.#unread = 0;
    });
  }

  #endAs(state: 'expired' | 'retired'): void {
    if (this.#state !== 'open') return;
    this.#state = state;
    this.#closeWhenIdle();
  }

  #closeWhenIdle(): void {
    if (this.#running.size > 0 || this.#state === 'open' || this.#state === 'closed') return;
    const isExpired = this.#state === 'expired';
    if (isExpired) this.#refuse(connectionLimit());
    this.#close(isExpired ? closeCodes.normal : closeCodes.goingAway);
  }

  #close(code: number): void {
    this.#socket.close(code);
    this.closed();
  }
}

/** https://www.iana.org/assignments/websocket#close-code-number */
const closeCodes = { normal: 1000, goingAway: 1001, policyViolation: 1008, tryAgainLater: 1013 };

function laneOf({ streamId = '' }: Waiting): string {
  return streamId;
}

function binaryMessage(): GatewayError {
  const message = 'Send messages as text: binary messages are not supported.';
  return new GatewayError('invalid-request', message, { reason: 'invalid_message' });
}

function connectionLimit(): GatewayError {
  const message =
    'This WebSocket has been open for as long as it may be (60 minutes). Open a new one to continue.';
  return new GatewayError('invalid-request', message, {
    reason: 'websocket_connection_limit_reached',
  });
}

function streamLimit(): GatewayError {
  const message = 'This WebSocket has 32 streams with names. Use one of them, or open another one.';
  return new GatewayError('invalid-request', message, {
    reason: 'websocket_stream_limit_reached',
    param: 'stream_id',
  });
}

function tooManyWaiting(): GatewayError {
  const message = 'Too many requests of this WebSocket wait for others to end.';
  return new GatewayError('rate-limited', message, { reason: 'too_many_waiting_requests' });
}
