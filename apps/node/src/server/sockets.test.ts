import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import type { AcceptedSocket, MessageSocket, SocketReceiver, WholeResponse } from '@parley/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { listen } from './listen.ts';
import { createNodeServer } from './node-server.ts';
import { createNodeSockets } from './sockets.ts';

/** Milliseconds after which what is waited for will never come, also on a busy machine. */
const patienceMs = 30_000;

const hasUpgrades = 'shouldUpgradeCallback' in createNodeServer({ gateway: noGateway(), onError });
const failures: unknown[] = [];

function onError(error: unknown): void {
  failures.push(error);
}

function noGateway() {
  return { fetch: async () => new Response() };
}

interface Running {
  readonly url: string;
  readonly port: number;
  readonly received: (string | undefined)[];
  readonly arrived: ReturnType<typeof vi.fn>;
  readonly closed: ReturnType<typeof vi.fn>;
  /** The socket that opened last. */
  socket(): MessageSocket;
  /** The connections that the server has. */
  countConnections(): Promise<number>;
  end(): void;
}

async function start(refused?: WholeResponse): Promise<Running> {
  const received: (string | undefined)[] = [];
  const [arrived, closed] = [vi.fn(), vi.fn()];
  let opened: MessageSocket | undefined;
  const receive = (text: string | undefined) => received.push(text);
  const receiver: SocketReceiver = { receive, noteArrival: arrived, closed };
  const accepted: AcceptedSocket = {
    maximumBytes: 1_000,
    open(socket) {
      opened = socket;
      return receiver;
    },
  };
  const options = {
    gateway: {
      fetch: async (request: Request) => new Response(await request.text(), { status: 201 }),
      opensSocket: () => true,
      connect: async () => refused ?? accepted,
    },
    onError,
    stalledReaderMs: 300,
  };
  const sockets = createNodeSockets({
    ...options,
    gateway: {
      ...options.gateway,
      opensSocket: ({ headers }) => headers.get('upgrade') === 'websocket',
    },
  });
  const server = createNodeServer(options, sockets);
  const url = await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => {
    sockets.end();
    server.closeAllConnections();
    server.close();
    expect(failures.splice(0)).toEqual([]);
  });
  const socket = () => opened ?? expect.fail('no socket is open');
  const end = () => sockets.end();
  const port = Number(new URL(url).port);
  const countConnections = promisify(server.getConnections.bind(server));
  return { url, port, received, arrived, closed, socket, countConnections, end };
}

/** A client whose WebSocket is open. */
async function open({ url }: Running): Promise<WebSocket> {
  const client = createClient(url);
  await once(client, 'open');
  return client;
}

function createClient(url: string, protocols: readonly string[] = []): WebSocket {
  const client = new WebSocket(url.replace('http', 'ws'), [...protocols]);
  client.on('error', () => undefined);
  onTestFinished(() => client.terminate());
  return client;
}

describe.runIf(hasUpgrades)('a WebSocket of the Node server', () => {
  it('passes messages on, and tells when it has closed', async () => {
    const running = await start();
    const { received, closed, socket } = running;
    const client = await open(running);
    client.send('Hi');
    client.send(Buffer.from('binary'));
    await expect.poll(() => received).toEqual(['Hi', undefined]);
    const arriving = once(client, 'message');
    expect(socket().send('Grüß Gott')).toBeUndefined();
    expect(String((await arriving)[0])).toBe('Grüß Gott');
    client.close();
    await vi.waitFor(() => expect(closed).toHaveBeenCalled(), patienceMs);
    expect(socket().send('late')).toBeUndefined();
  });

  it('is closed by core with its code, and by the end of the server', async () => {
    const running = await start();
    const clients = [await open(running), await open(running)];
    const closing = clients.map((client) => once(client, 'close'));
    running.socket().close(1001);
    expect((await closing[1])?.[0]).toBe(1001);
    running.end();
    expect((await closing[0])?.[0]).toBe(1006);
  });

  it('is read no further once core has closed it because of a limit', async () => {
    const running = await start();
    const client = await open(running);
    client.send('x', { fin: false });
    await expect.poll(() => running.arrived.mock.calls.length).toBe(1);
    running.socket().close(1013);
    // The client answers the close, which would end the connection.
    const closing = once(client, 'close', { signal: AbortSignal.timeout(100) });
    await expect(closing).rejects.toThrow('abort');
    expect(running.arrived.mock.calls.length).toBe(1);
  });

  it('repeats no protocol that a client offers, because some are secrets', async () => {
    const { url } = await start();
    const client = createClient(url, ['openai-insecure-api-key.secret']);
    const [response] = (await once(client, 'upgrade')) as [{ headers: object }];
    expect(JSON.stringify(response.headers)).not.toContain('secret');
  });

  it('is refused by the response of core', async () => {
    const headers = { 'content-type': 'application/json', 'x-request-id': 'req_1' };
    const { url } = await start({ status: 401, headers, text: '{"error":"ü"}' });
    const client = createClient(url);
    const [, response] = (await once(client, 'unexpected-response')) as [
      unknown,
      NodeJS.ReadableStream & { statusCode: number; headers: object },
    ];
    expect(response.statusCode).toBe(401);
    expect(response.headers).toMatchObject(headers);
    let text = '';
    for await (const piece of response) text += String(piece);
    expect(text).toBe('{"error":"ü"}');
  });

  it('is closed after a while when it was refused, though its client keeps the connection', async () => {
    const { port, countConnections } = await start({ status: 401, headers: {}, text: 'no' });
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => void client.destroy());
    client.write('GET /v1/responses HTTP/1.1\r\nhost: a\r\n');
    client.write('connection: upgrade\r\nupgrade: websocket\r\n\r\n');
    client.resume();
    await once(client, 'end');
    await expect.poll(() => countConnections()).toBe(0);
  });

  it('tells what arrives of a message before it is whole', async () => {
    const running = await start();
    const { arrived, received } = running;
    const client = await open(running);
    client.send('x'.repeat(100), { fin: false });
    await expect.poll(() => arrived.mock.calls).toEqual([[106]]);
    expect(received).toEqual([]);
    client.send('y', { fin: true });
    await expect.poll(() => received).toEqual([`${'x'.repeat(100)}y`]);
  });

  it('is closed by a message that is too large', async () => {
    const running = await start();
    const client = await open(running);
    client.send('x'.repeat(1_001));
    expect((await once(client, 'close'))[0]).toBe(1009);
    await vi.waitFor(() => expect(running.closed).toHaveBeenCalled(), patienceMs);
    expect(running.received).toEqual([]);
  });

  it('makes core wait for a client that does not read, and disconnects it then', async () => {
    const running = await start();
    const { closed, socket } = running;
    const client = await open(running);
    client.pause();
    let waits = 0;
    while (closed.mock.calls.length === 0 && waits < 1_000) {
      const waiting = socket().send('x'.repeat(100_000));
      expect(socket().send('more')).toBe(waiting);
      await waiting;
      waits += 1;
    }
    expect(closed).toHaveBeenCalled();
    expect(waits).toBeLessThan(1_000);
  });

  it('leaves requests alone that ask for another protocol', async () => {
    const { port } = await start();
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'POST /v1/responses HTTP/1.1\r\nhost: a\r\nconnection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\n' +
        'http2-settings: AAMAAABkAAQAAP__\r\ncontent-length: 2\r\n\r\nHi',
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1\.1 201 /);
    socket.destroy();
  });
});
