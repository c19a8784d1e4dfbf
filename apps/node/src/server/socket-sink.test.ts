import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../testing/test-server.ts';
import { SocketSink } from './socket-sink.ts';

let client: Socket | undefined;

afterEach(() => {
  client?.destroy();
});

interface Exchange {
  readonly sink: SocketSink;
  readonly response: ServerResponse;
  readonly client: Socket;
  readonly listening: Server;
}

/** One request over a real socket, and the sink of its response. */
async function startExchange(stalledMs?: number, version = 'HTTP/1.1'): Promise<Exchange> {
  const server = createServer();
  const { port } = new URL(await listen(server));
  client = connect(Number(port), '127.0.0.1');
  client.on('error', () => undefined);
  client.write(`GET / ${version}\r\nhost: a\r\n\r\n`);
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  return { sink: new SocketSink(response, stalledMs), response, client, listening: server };
}

function readUntil(socket: Socket, end: string): Promise<readonly string[]> {
  const pieces: string[] = [];
  return new Promise((resolve) => {
    socket.on('data', (bytes) => {
      pieces.push(String(bytes));
      if (pieces.join('').endsWith(end)) resolve(pieces);
    });
  });
}

const block = 'x'.repeat(256 * 1024);

/** Writes until all buffers are full, and returns the sink's result then. */
async function fill(sink: SocketSink): Promise<{ readonly pressure: Promise<void> }> {
  for (;;) {
    const pressure = sink.write(block);
    const stuck = await Promise.race([pressure, wait(30, 'stuck')]);
    if (pressure && stuck) return { pressure };
  }
}

describe('a socket sink', () => {
  it('sends head and first text in one piece', async () => {
    const { sink, client } = await startExchange();
    sink.open(200, { 'content-type': 'text/event-stream' });
    void sink.write('data: ä\n\n');
    const [first] = await readUntil(client, 'data: ä\n\n\r\n');
    expect(first).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-type: text\/event-stream\r\n/);
    expect(first).toMatch(/\r\n\r\na\r\ndata: ä\n\n\r\n$/);
  });

  it('sends each later text as one chunk, whose length is in bytes', async () => {
    const { sink, client } = await startExchange();
    sink.open(200, {});
    void sink.write('first');
    await readUntil(client, 'first\r\n');
    void sink.write('data: ä\n\n');
    expect(await readUntil(client, '\n\n\r\n')).toEqual(['a\r\ndata: ä\n\n\r\n']);
    void sink.write('');
    void sink.write('data: b\n\n');
    sink.end();
    const pieces = await readUntil(client, '0\r\n\r\n');
    expect(pieces.join('')).toBe('9\r\ndata: b\n\n\r\n0\r\n\r\n');
  });

  it('sends the texts of one turn of the event loop in their order', async () => {
    const { sink, client } = await startExchange();
    sink.open(200, {});
    for (const text of ['[', '<', '>', ']']) void sink.write(text);
    sink.end();
    const [head = '', ...parts] = (await readUntil(client, '0\r\n\r\n')).join('').split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(parts.join('').replaceAll(/[\r\n\d]/g, '')).toBe('[<>]');
  });

  it('sends no chunks to a client of HTTP/1.0', async () => {
    const { sink, client } = await startExchange(undefined, 'HTTP/1.0');
    sink.open(200, {});
    void sink.write('first ');
    await readUntil(client, 'first ');
    void sink.write('second');
    sink.end();
    expect((await readUntil(client, 'second')).join('')).toBe('second');
  });

  it('waits for the response before it on the same connection', async () => {
    const { sink, listening, client } = await startExchange();
    client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    const [, next] = (await once(listening, 'request')) as [unknown, ServerResponse];
    const later = new SocketSink(next);
    later.open(200, {});
    void later.write('1');
    void later.write('2');
    await wait(5);
    sink.open(200, {});
    void sink.write('0');
    sink.end();
    await once(next, 'socket');
    void later.write('3');
    later.end();
    const text = (await readUntil(client, '3\r\n0\r\n\r\n')).join('');
    const bodies = text.split(/HTTP\/1\.1 200 OK/).map((part) => part.split('\r\n\r\n')[1]);
    expect(bodies).toEqual([undefined, '1\r\n0\r\n0', '1\r\n1\r\n1\r\n2\r\n1\r\n3\r\n0']);
  });

  it('sends the head alone when no text follows', async () => {
    const { sink, client } = await startExchange();
    sink.open(200, {});
    const pieces = await readUntil(client, '\r\n\r\n');
    expect(pieces.join('')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(sink.opened).toBe(true);
  });

  it('ends the answer so that the connection can be used again', async () => {
    const { sink, client } = await startExchange();
    sink.open(200, {});
    void sink.write('a');
    sink.end();
    sink.end();
    const pieces = await readUntil(client, '0\r\n\r\n');
    expect(pieces.join('')).toContain('\r\n1\r\na\r\n0\r\n\r\n');
    expect(client.destroyed).toBe(false);
  });

  it('closes the connection together with the end of a failed stream, so that no client uses it again', async () => {
    const { sink, response, client } = await startExchange();
    const { socket } = response;
    sink.open(200, {});
    void sink.write('a');
    await readUntil(client, '\r\n1\r\na\r\n');
    void sink.write('b');
    sink.end('failed');
    expect(socket?.destroyed).toBe(true);
    const text = (await readUntil(client, '0\r\n\r\n')).join('');
    expect(text).toBe('1\r\nb\r\n0\r\n\r\n');
    await once(client, 'end');
  });

  it('closes the connection after a failed stream whose client reads slowly, and goes on sending', async () => {
    const { sink, client, listening } = await startExchange();
    client.allowHalfOpen = true;
    client.pause();
    let requests = 0;
    listening.on('request', () => (requests += 1));
    sink.open(200, {});
    await fill(sink);
    sink.end('failed');
    let end = '';
    client.on('data', (bytes) => (end = (end + String(bytes)).slice(-8)));
    const sending = setInterval(() => client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'), 1);
    client.resume();
    // A reset rejects this.
    await once(client, 'end').finally(() => {
      clearInterval(sending);
    });
    expect(end).toBe('x\r\n0\r\n\r\n');
    const before = requests;
    client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    client.end();
    await once(client, 'close');
    expect(requests).toBe(before);
  });

  it('sends no later response of the connection after a failed stream, and reports it as left', async () => {
    const { sink, listening, client } = await startExchange();
    client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    const [, next] = (await once(listening, 'request')) as [unknown, ServerResponse];
    const later = new SocketSink(next);
    let left = 0;
    later.onClose(() => (left += 1));
    later.open(200, {});
    void later.write('later');
    sink.open(200, {});
    void sink.write('a');
    sink.end('failed');
    let text = '';
    client.on('data', (bytes) => (text += String(bytes)));
    await once(client, 'close');
    await expect.poll(() => left).toBe(1);
    expect(text).toMatch(/\r\n1\r\na\r\n0\r\n\r\n$/);
  });

  it('applies back-pressure while the client reads too slowly', async () => {
    const { sink, client } = await startExchange();
    client.pause();
    sink.open(200, {});
    const { pressure } = await fill(sink);
    client.on('data', () => undefined);
    client.resume();
    await pressure;
    expect(sink.write('more')).toBeUndefined();
  });

  it('disconnects a client that reads nothing', async () => {
    const { sink, response, client } = await startExchange(100);
    client.pause();
    let left = 0;
    sink.onClose(() => (left += 1));
    sink.open(200, {});
    const { pressure } = await fill(sink);
    await pressure;
    expect(response.destroyed).toBe(true);
    expect(left).toBe(1);
  });

  it('disconnects it also while keep-alives are written', async () => {
    const { sink, response, client } = await startExchange(200);
    client.pause();
    sink.open(200, {});
    const { pressure } = await fill(sink);
    const keepAlives = setInterval(() => void sink.write(': keepalive\n\n'), 20);
    const ending = await Promise.race([pressure, wait(5_000, 'still connected')]);
    clearInterval(keepAlives);
    expect(ending).toBeUndefined();
    expect(response.destroyed).toBe(true);
  });

  it('disconnects a client that does not read the rest of a response', async () => {
    const { sink, response, client } = await startExchange(50);
    client.pause();
    sink.respond(200, {}, block.repeat(64));
    const closing = once(response, 'close');
    const ending = await Promise.race([closing, wait(5_000, 'still connected')]);
    expect(ending).not.toBe('still connected');
    expect(response.writableFinished).toBe(false);
  });

  it('leaves the timer of the next request to the server once a response is read', async () => {
    const { sink, client, listening } = await startExchange(10_000);
    listening.keepAliveTimeout = 50;
    sink.respond(200, {}, block.repeat(64));
    client.resume();
    const closing = once(client, 'close');
    const ending = await Promise.race([closing, wait(5_000, 'still connected')]);
    expect(ending).not.toBe('still connected');
  });

  it('does not disconnect a client that reads slowly', async () => {
    const { sink, response, client } = await startExchange(600);
    client.pause();
    sink.open(200, {});
    await fill(sink);
    const pressure = sink.write('x'.repeat(12 * 1024 * 1024));
    const startedAt = performance.now();
    const slowly = setInterval(() => {
      client.read(64 * 1024);
    }, 5);
    client.on('readable', () => undefined);
    await pressure;
    clearInterval(slowly);
    expect(response.destroyed).toBe(false);
    expect(performance.now() - startedAt).toBeGreaterThan(600);
  });

  it('reports once that the client disconnected, and writes nothing after', async () => {
    const { sink, client } = await startExchange();
    let left = 0;
    const gone = new Promise<void>((resolve) => {
      sink.onClose(() => {
        left += 1;
        resolve();
      });
    });
    sink.open(200, {});
    void sink.write('a');
    client.destroy();
    await gone;
    expect(sink.write('b')).toBeUndefined();
    sink.end();
    expect(left).toBe(1);
  });

  it('releases a waiting writer when the client disconnects', async () => {
    const { sink, client } = await startExchange();
    client.pause();
    sink.open(200, {});
    const { pressure } = await fill(sink);
    client.destroy();
    await pressure;
  });

  it('calls a late listener after the client has disconnected', async () => {
    const { sink, response, client } = await startExchange();
    client.destroy();
    await once(response, 'close');
    await new Promise<void>((resolve) => {
      sink.onClose(resolve);
    });
    sink.open(200, {});
  });

  it.each(['through the sink', 'beside the sink'])(
    'reports nothing after a complete response %s',
    async (way) => {
      const { sink, response, client } = await startExchange();
      let left = 0;
      sink.onClose(() => (left += 1));
      if (way === 'through the sink') {
        sink.open(200, {});
        sink.end();
      } else response.end('whole');
      client.resume();
      await once(response, 'finish');
      client.destroy();
      await wait(20);
      expect(left).toBe(0);
    },
  );
});
