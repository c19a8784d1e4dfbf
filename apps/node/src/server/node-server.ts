/** The HTTP server of the Node entry. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Gateway } from '@parley/core';
import { createRefusal, refuseConnection, refuseRequest } from './refusal.ts';
import { createSocketSink } from './socket-sink.ts';

/**
 * Limits of the Node server. The time for a whole request is long, because core has a time-out for the
 * silence of each body; the head has no other time-out.
 */
const serverLimits = {
  /** Milliseconds for a request's head. */
  headersTimeout: 15_000,
  /** Milliseconds for a whole request, its body included. */
  requestTimeout: 300_000,
  /** Milliseconds between two checks of the limits above. */
  connectionsCheckingInterval: 5_000,
  /** Milliseconds that an idle connection is kept; more than the 60 s of common load balancers. */
  keepAliveTimeout: 65_000,
  /** Bytes of a request's head. */
  maxHeaderSize: 16 * 1024,
};
const maximumHeaders = 256;
const maximumConnections = 20_000;

export interface NodeServerOptions {
  readonly gateway: Pick<Gateway, 'fetch'>;
  /** Called with the reason when a request fails outside of core; the reason is not sent to the client. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds until a client that reads nothing is disconnected; 60,000 by default. */
  readonly stalledReaderMs?: number;
}

/** An HTTP server in front of a gateway. It does not listen yet. */
export function createNodeServer(options: NodeServerOptions): Server {
  const listener = getRequestListener(
    (request, { outgoing }) => answer(options, request, outgoing as ServerResponse),
    { errorHandler: (error) => explainFailure(options, error) },
  );
  const server = createServer(serverLimits, (incoming, outgoing) => {
    if (hasTooManyHeaders(incoming)) refuseRequest(outgoing, 'too-many-headers');
    else void listener(incoming, outgoing);
  });
  // Node drops headers beyond its own limit silently, so they are counted here.
  server.maxHeadersCount = 0;
  server.maxConnections = maximumConnections;
  server.on('clientError', refuseConnection);
  // Once it listens, a failure to accept, such as too many open files, must not end the process.
  server.once('listening', () => server.on('error', options.onError));
  return server;
}

async function answer(
  { gateway, stalledReaderMs }: NodeServerOptions,
  request: Request,
  outgoing: ServerResponse,
): Promise<Response> {
  const sink = createSocketSink(outgoing, stalledReaderMs);
  const address = outgoing.req.socket.remoteAddress;
  const response = await gateway.fetch(request, address ? { sink, address } : { sink });
  return sink.opened ? RESPONSE_ALREADY_SENT : response;
}

/** The raw list alternates names and values. */
function hasTooManyHeaders(incoming: IncomingMessage): boolean {
  return incoming.rawHeaders.length > maximumHeaders * 2;
}

function explainFailure(options: NodeServerOptions, error: unknown): Response {
  if (error instanceof RequestError) return createRefusal('invalid');
  options.onError(error);
  return createRefusal('failed');
}
