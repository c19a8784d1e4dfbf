/** The HTTP server of the Node entry. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { runAtTurnEnd } from '@parley/host/disk';
import { createNodeHost, type NodeServerOptions } from './node-host.ts';
import { readNodeRequest } from './node-request.ts';
import { refuseConnection, refuseRequest, refuseTunnel } from './refusal.ts';
import type { NodeSockets } from './sockets.ts';
import { closeGently, dropUnreadBody } from './connection-end.ts';
import type { WebListener } from './web-listener.ts';

/**
 * Settings of the Node server, most of them limits. The time for a whole request is long, because core has a time-out
 * for the silence of each body; the head has no other time-out.
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
  /** Node's own refusal has no body; see `lacksHost`. */
  requireHostHeader: false,
};
const maximumHeaders = 256;
const maximumConnections = 20_000;

/**
 * An HTTP server in front of a gateway. It does not listen yet.
 * @param sockets where it has WebSockets
 */
export function createNodeServer(options: NodeServerOptions, sockets?: NodeSockets): Server {
  const answerByFetch = createFetchListener(options);
  const answerAccepted = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (!answerDirectly(options, incoming, outgoing)) void answerByFetch(incoming, outgoing);
  };
  const settings = { ...serverSettings, shouldUpgradeCallback: mayUpgrade(sockets) };
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    closeGently(incoming, outgoing);
    if (hasTooManyHeaders(incoming)) refuseRequest(outgoing, 'too-many-headers');
    else if (lacksHost(incoming)) refuseRequest(outgoing, 'invalid');
    else {
      runAtTurnEnd('request', () => {
        answerAccepted(incoming, outgoing);
      });
    }
  };
  const server = createServer(settings, answer);
  // Node drops headers beyond its own limit silently, so they are counted here.
  server.maxHeadersCount = 0;
  server.maxConnections = maximumConnections;
  server.on('clientError', refuseConnection);
  server.on('connect', refuseTunnel);
  // Node would refuse unknown expectations without a body; they may be ignored (RFC 9110 section 10.1.1).
  server.on('checkExpectation', answer);
  // Without the callback (Node before 22.21, and from 23 to 24.8), a server with this listener answers no request with an
  // upgrade that it does not know, as the one to HTTP/2 of some clients.
  if (sockets !== undefined && 'shouldUpgradeCallback' in server) {
    server.on('upgrade', (incoming, _, head) => {
      sockets.open(incoming, head);
    });
  }
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
  const answered = request && options.gateway.answer?.(request, createNodeHost(options, outgoing));
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

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** Has core answer a web `Request`. Never rejects. */
function createFetchListener(options: NodeServerOptions): Listener {
  let listener: WebListener | undefined;
  // Again after a failure, such as too many open files.
  const load = async (): Promise<WebListener> => {
    const { createWebListener } = await import('./web-listener.ts');
    return (listener ??= createWebListener(options));
  };
  return async (incoming, outgoing) => {
    try {
      const answer = listener ?? (await load());
      await answer(incoming, outgoing);
    } catch (error) {
      options.onError(error);
      outgoing.destroy();
    }
  };
}

/** Which requests leave HTTP/1.1. Those with faulty headers do not, so that they are refused. */
function mayUpgrade(sockets: NodeSockets | undefined): (incoming: IncomingMessage) => boolean {
  return (incoming) =>
    sockets !== undefined &&
    !hasTooManyHeaders(incoming) &&
    !lacksHost(incoming) &&
    sockets.accepts(incoming);
}

/** HTTP/1.1 requires the header (RFC 9112 section 3.2), HTTP/1.0 does not: some health checks send none. */
function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined;
}

/** The raw list alternates names and values. */
function hasTooManyHeaders(incoming: IncomingMessage): boolean {
  return incoming.rawHeaders.length > maximumHeaders * 2;
}
