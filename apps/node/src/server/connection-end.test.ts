import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from './listen.ts';
import { createNodeServer } from './node-server.ts';

type Gateway = Parameters<typeof createNodeServer>[0]['gateway'];

/** Two ways in which core refuses a request without its body. */
const refusing: readonly (readonly [string, Gateway])[] = [
  ['by a web response', { fetch: () => Promise.resolve(new Response('no', { status: 401 })) }],
  [
    'on the sink',
    {
      fetch: () => Promise.reject(new Error('unused')),
      answer: (_request, { sink }) => {
        sink.respond(401, {}, 'no');
        return Promise.resolve();
      },
    },
  ],
];

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Sends a head and a part of its body at once, more than the buffers of the connection hold. */
async function begin(gateway: Gateway, length: number, part: number): Promise<Socket> {
  const server = createNodeServer({ gateway, onError: (error) => expect.fail(String(error)) });
  servers.push(server);
  const url = new URL(await listen(server, { host: '127.0.0.1', port: 0 }));
  const socket = connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true });
  const head = `POST /v1/messages HTTP/1.1\r\nhost: a\r\nconnection: close\r\n`;
  socket.write(`${head}content-length: ${String(length)}\r\n\r\n`);
  socket.write(Buffer.alloc(part, ' '));
  return socket;
}

describe.each(refusing)('a response before the end of its body, %s', (_how, gateway) => {
  it('can be read by a client that wants its connection closed', async () => {
    const mebibytes = 8 * 1024 * 1024;
    const socket = await begin(gateway, mebibytes, mebibytes);
    socket.end();
    let answer = '';
    socket.on('data', (bytes) => (answer += String(bytes)));
    // A reset rejects this.
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 401 [^]*connection: close[^]*no$/i);
  });

  it('leaves no listener behind on a connection that is kept', async () => {
    const server = createNodeServer({ gateway, onError: (error) => expect.fail(String(error)) });
    servers.push(server);
    const counts: number[] = [];
    server.on('request', (incoming: IncomingMessage) => {
      counts.push(incoming.socket.listenerCount('close'));
    });
    const url = new URL(await listen(server, { host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(url.port), url.hostname);
    for (let sent = 0; sent < 20; sent += 1) {
      // The body arrives after the response.
      socket.write('POST /v1/messages HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n');
      await once(socket, 'data');
      socket.write('{}');
    }
    socket.destroy();
    expect(Math.max(...counts)).toBe(counts[0]);
  });

  it('ends the connection of a client that sends nothing more, on its own side', async () => {
    const socket = await begin(gateway, 1_000, 10);
    socket.resume();
    await once(socket, 'end');
    expect(socket.writable).toBe(true);
    socket.end();
    await once(socket, 'close');
  });
});
