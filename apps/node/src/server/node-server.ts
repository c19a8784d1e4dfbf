/** The HTTP server of the Node entry. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Gateway, Host } from '@parley/core';
import { readNodeRequest } from './node-request.ts';
import { createRefusal, refuseConnection, refuseRequest } from './refusal.ts';
import { SocketSink } from './socket-sink.ts';
import { dropUnreadBody } from './unread-body.ts';

/**
 * Settings of the Node server, most of them limits. The time for a whole request is long, because core has a time-out for the
 * silence of each body; the head has no other time-out.
 */
const serverSettings = {
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
  /** Keeps repeated headers, as a web `Headers` does (RFC 9110 section 5.3). */
  joinDuplicateHeaders: true,
};
const maximumHeaders = 256;
const maximumConnections = 20_000;

export interface NodeServerOptions {
  readonly gateway: Pick<Gateway, 'fetch'> & Partial<Pick<Gateway, 'answer'>>;
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
  const server = createServer(serverSettings, (incoming, outgoing) => {
    if (hasTooManyHeaders(incoming)) refuseRequest(outgoing, 'too-many-headers');
    else if (!answerDirectly(options, incoming, outgoing)) void listener(incoming, outgoing);
  });
  // Node drops headers beyond its own limit silently, so they are counted here.
  server.maxHeadersCount = 0;
  server.maxConnections = maximumConnections;
  server.on('clientError', refuseConnection);
  // Once it listens, a failure to accept, such as too many open files, must not end the process.
  server.once('listening', () => server.on('error', options.onError));
  return server;
}

/** Has core answer without a web `Request`. Returns false for a request that needs one. */
function answerDirectly(
  options: NodeServerOptions,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): boolean {
  const { socket } = incoming;
  const request = readNodeRequest(incoming);
  const answered = request && options.gateway.answer?.(request, lend(options, outgoing));
  if (answered === undefined) return false;
  answered.then(
    () => {
      dropUnreadBody(incoming, outgoing, socket);
    },
    (error: unknown) => {
      options.onError(error);
      outgoing.destroy();
    },
  );
  return true;
}

async function answer(
  options: NodeServerOptions,
  request: Request,
  outgoing: ServerResponse,
): Promise<Response> {
  const host = lend(options, outgoing);
  const response = await options.gateway.fetch(request, host);
  return host.sink.opened ? RESPONSE_ALREADY_SENT : response;
}

interface LentHost extends Host {
  readonly sink: SocketSink;
}

function lend({ stalledReaderMs }: NodeServerOptions, outgoing: ServerResponse): LentHost {
  const sink = new SocketSink(outgoing, stalledReaderMs);
  const address = outgoing.req.socket.remoteAddress;
  return address ? { sink, address } : { sink };
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
