/** WebSockets of the Node server; made by `start-gateway.ts`. The library for them is loaded with the first one. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { AcceptedSocket } from '@parley/core';
import type { WebSocket, WebSocketServer } from 'ws';
import type { NodeServerOptions } from './node-host.ts';
import { readNodeRequest } from './node-request.ts';
import { refuseUpgrade } from './refusal.ts';
import { SocketChannel } from './socket-channel.ts';

/** Milliseconds between two pings. A client that answers none until the next but one is disconnected. */
const pingMs = 30_000;

/** What a server does with requests to upgrade a connection. */
export interface NodeSockets {
  /** Whether a request opens a WebSocket. All others are answered as if they asked for no upgrade. */
  accepts(incoming: IncomingMessage): boolean;
  /** Opens the WebSocket of an accepted request, or refuses it. Never throws. */
  open(incoming: IncomingMessage, head: Buffer): void;
  /** Ends the connections that are left. */
  end(): void;
}

export function createNodeSockets(options: NodeServerOptions): NodeSockets {
  const { gateway, onError } = options;
  let server: WebSocketServer | undefined;
  let pings: NodeJS.Timeout | undefined;
  const open = async (incoming: IncomingMessage, head: Buffer): Promise<void> => {
    const { socket } = incoming;
    const request = readNodeRequest(incoming);
    const accepted =
      request && (await gateway.connect?.(request, { address: socket.remoteAddress }));
    if (accepted === undefined) socket.destroy();
    else if ('status' in accepted) refuseUpgrade(socket, accepted);
    else {
      const { WebSocketServer: Server } = await import('ws');
      const opened = (server ??= createServer(Server, accepted));
      pings ??= setInterval(() => {
        pingAll(opened);
      }, pingMs).unref();
      opened.handleUpgrade(incoming, socket, head, (client) => {
        serve(options, { accepted, client, socket });
      });
    }
  };
  return {
    accepts(incoming) {
      const request = readNodeRequest(incoming);
      return request !== undefined && gateway.opensSocket?.(request) === true;
    },
    open(incoming, head) {
      const { socket } = incoming;
      // A client that has left is noticed when its WebSocket opens.
      socket.on('error', ignore);
      open(incoming, head).catch((error: unknown) => {
        onError(error);
        socket.destroy();
      });
    },
    end() {
      clearInterval(pings);
      for (const client of server?.clients ?? []) client.terminate();
    },
  };
}

function createServer(
  Server: typeof WebSocketServer,
  { maximumBytes }: AcceptedSocket,
): WebSocketServer {
  return new Server({
    noServer: true,
    maxPayload: maximumBytes,
    // Some clients offer a secret as the name of a protocol, which a response would repeat.
    handleProtocols: () => false,
  });
}

/** A WebSocket that has just opened. */
interface Opened {
  readonly accepted: AcceptedSocket;
  readonly client: WebSocket;
  readonly socket: Socket;
}

function serve({ stalledReaderMs }: NodeServerOptions, { accepted, client, socket }: Opened): void {
  const receiver = accepted.open(new SocketChannel(client, socket, stalledReaderMs));
  // The library closes the connection after an error, such as a message that is too large.
  client.on('error', ignore);
  // Before the library reads them: a message may end with them.
  socket.prependListener('data', ({ length }: Buffer) => {
    receiver.noteArrival(length);
  });
  client.on('message', (data, isBinary) => {
    receiver.receive(isBinary || !Buffer.isBuffer(data) ? undefined : data.toString());
  });
  client.on('pong', () => {
    unanswered.delete(client);
  });
  client.on('close', () => {
    receiver.closed();
  });
}

/** How many pings in a row each client has not answered. */
const unanswered = new WeakMap<WebSocket, number>();

function pingAll({ clients }: WebSocketServer): void {
  for (const client of clients) {
    const count = unanswered.get(client) ?? 0;
    if (count >= 2) {
      client.terminate();
      continue;
    }
    unanswered.set(client, count + 1);
    client.ping();
  }
}

function ignore(): void {
  // What follows an error is an event of its own.
}
