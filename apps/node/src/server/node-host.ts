/** What the Node server passes to core with each request. */
import type { ServerResponse } from 'node:http';
import type { Gateway, Host } from '@parley/core';
import { SocketSink } from './socket-sink.ts';

/** What the Node server needs of the gateway, and its limits. */
export interface NodeServerOptions {
  readonly gateway: Pick<Gateway, 'fetch'> &
    Partial<Pick<Gateway, 'answer' | 'opensSocket' | 'connect'>>;
  /** Called with the reason when a request fails outside of core; the reason is not sent to the client. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds until a client that reads nothing is disconnected; 60,000 by default. */
  readonly stalledReaderMs?: number;
}

/** The host of one request, with the sink of its response. */
export interface NodeHost extends Host {
  readonly sink: SocketSink;
}

/** Creates the host of a request, whose client has the address of the connection. */
export function createNodeHost(
  { stalledReaderMs }: NodeServerOptions,
  outgoing: ServerResponse,
): NodeHost {
  const sink = new SocketSink(outgoing, stalledReaderMs);
  return { sink, address: outgoing.req.socket.remoteAddress };
}
