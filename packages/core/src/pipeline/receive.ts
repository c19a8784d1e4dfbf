/** The first stage: creates an exchange for a request to a model endpoint, and releases it when it has ended. */
import type { Codec } from '@parley/protocol';
import type { GatewayContext, IncomingRequest } from '../context.ts';
import type { HttpRequest } from '../ports.ts';
import { createExchangeId } from './request/exchange-id.ts';
import { Interruption } from './request/interruption.ts';
import type { NativeAddress, Reached, Received } from './state.ts';
import type { StreamFormat } from './streaming/stream-format.ts';
import { AttemptLog } from './upstream/attempt-log.ts';

/** A request to an endpoint that calls models. */
export interface EndpointRequest extends IncomingRequest<HttpRequest> {
  /** The path of the endpoint, without its query. */
  readonly path: string;
  /** The dialect of the endpoint. */
  readonly inbound: Codec;
  /** Model and action, in dialects whose path names them. */
  readonly address?: NativeAddress;
  /** The call name, where the path states it instead of the body. */
  readonly callName?: string | undefined;
  /** The format of a streamed response; server-sent events by default. */
  readonly format?: StreamFormat;
}

/** Gives the exchange an id and a start time. The gateway can interrupt it from now on. */
export function receive(gateway: GatewayContext, called: EndpointRequest): Received {
  const { request, host, path, inbound, address, callName, format = 'event-stream' } = called;
  const startedAt = gateway.clock.now();
  const interruption = new Interruption(request, host);
  // Every field of every state is there from the start, so that all exchanges have the same shape.
  const exchange: Reached = {
    id: createExchangeId(startedAt),
    incoming: { request, host },
    endpoint: path,
    inbound,
    address,
    callName,
    format,
    startedAt,
    startedTick: gateway.clock.monotonic(),
    interruption,
    running: gateway.running.begin(interruption),
    attempts: new AttemptLog(gateway.clock),
    caller: undefined,
    authenticatedMs: undefined,
    request: undefined,
    route: undefined,
    admission: undefined,
    admittedMs: undefined,
    answer: undefined,
  };
  return exchange;
}

/** Gives back what an exchange holds of its process, when it has ended; later interruptions are ignored. */
export function release(
  { running, gate, bodies }: GatewayContext,
  { interruption, running: exchange }: Received,
): void {
  interruption.complete();
  running.end(exchange);
  gate.leave(exchange);
  bodies.free(exchange);
}
