import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { Host } from '@parley/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listen, ListenError } from './listen.ts';
import { createNodeServer } from './node-server.ts';

type Fetch = (request: Request, host?: Host) => Promise<Response>;

const servers: Server[] = [];
const failures: unknown[] = [];

afterEach(() => {
  failures.length = 0;
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function start(fetch: Fetch): Promise<URL> {
  const server = createNodeServer({
    gateway: { fetch },
    onError: (error) => failures.push(error),
  });
  servers.push(server);
  return new URL(await listen(server, { host: '127.0.0.1', port: 0 }));
}

/** Sends bytes unchanged and returns the whole response. */
async function sendRaw(url: URL, text: string): Promise<string> {
  const socket = connect(Number(url.port), url.hostname);
  socket.write(text);
  let answer = '';
  socket.on('data', (bytes) => (answer += String(bytes)));
  await once(socket, 'close');
  return answer;
}

function parseRefusal(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [start = '', ...lines] = head.split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const [name = '', value = ''] = line.split(': ');
      return [name, value];
    }),
  );
  const { error, request_id: id } = JSON.parse(body) as Record<string, unknown>;
  return { status: Number(start.split(' ')[1]), error, id, headers };
}

describe('the server', () => {
  it('passes the request and the address to core, and sends its response', async () => {
    let address: string | undefined;
    const url = await start(async (request, host) => {
      address = host?.address;
      const { method } = request;
      return Response.json({ method, body: await request.text() }, { status: 201 });
    });
    const response = await fetch(new URL('/v1/a', url), { method: 'POST', body: '{"a":1}' });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ method: 'POST', body: '{"a":1}' });
    expect(address).toBe('127.0.0.1');
  });

  it('leaves a streamed response to the sink', async () => {
    const url = await start((_request, host) => {
      host?.sink?.open(200, { 'content-type': 'text/event-stream' });
      void host?.sink?.write('data: 1\n\n');
      setTimeout(() => {
        void host?.sink?.write('data: 2\n\n');
        host?.sink?.end('completed');
      }, 20);
      return Promise.resolve(new Response('must not be sent'));
    });
    const response = await fetch(url);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await response.text()).toBe('data: 1\n\ndata: 2\n\n');
  });

  it('notifies the sink when the client disconnects before the response', async () => {
    let leave: (() => void) | undefined;
    const left = new Promise<void>((resolve) => (leave = resolve));
    const controller = new AbortController();
    const url = await start((_request, host) => {
      host?.sink?.onClose(() => leave?.());
      controller.abort();
      return new Promise(() => undefined);
    });
    await expect(fetch(url, { signal: controller.signal })).rejects.toThrow();
    await left;
  });

  it('hides internal errors', async () => {
    const url = await start(() => Promise.reject(new Error('with a secret')));
    const response = await fetch(url);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
    expect(failures).toHaveLength(1);
  });

  it('ignores expectations that it does not know, as HTTP allows', async () => {
    const url = await start((request) => Promise.resolve(Response.json({ url: request.url })));
    const lines = ['GET /v1/models HTTP/1.1', 'host: a', 'expect: 200-ok', 'connection: close'];
    const answer = await sendRaw(url, `${lines.join('\r\n')}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\/v1\/models/);
  });

  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\na',
      400,
    ],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a huge head', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
    ['5,000 headers', `GET / HTTP/1.1\r\nhost: a\r\n${'a:\r\n'.repeat(5_000)}\r\n`, 431],
    ['300 short headers', `GET / HTTP/1.1\r\nhost: a\r\n${'a:b\r\n'.repeat(300)}\r\n`, 431],
    ['a broken host', 'GET / HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n', 400],
    ['no host in HTTP/1.1', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    ['a tunnel', 'CONNECT a:443 HTTP/1.1\r\nhost: a:443\r\n\r\n', 400],
  ])('refuses %s with an error that clients can read', async (_what, text, status) => {
    let calls = 0;
    const url = await start(() => {
      calls += 1;
      return Promise.resolve(new Response());
    });
    const refusal = parseRefusal(await sendRaw(url, text));
    expect(refusal).toMatchObject({ status, error: { type: 'invalid_request_error' } });
    expect(refusal.id).toMatch(/^req_/);
    expect(refusal.headers.get('x-request-id')).toBe(refusal.id);
    expect(refusal.headers.get('cache-control')).toBe('no-store');
    expect(refusal.headers.get('x-should-retry')).toBe('false');
    expect(calls).toBe(0);
  });
});

it.each([
  'GET /readyz HTTP/1.0\r\n\r\n',
  'GET /readyz HTTP/1.1\r\nhost:\r\nconnection: close\r\n\r\n',
])('a request that need not name its host is answered: %j', async (text) => {
  const answer = (path: string) => Response.json(path);
  const url = await start((request) => Promise.resolve(answer(new URL(request.url).pathname)));
  expect(await sendRaw(url, text)).toMatch(/^HTTP\/1\.1 200 [^]*"\/readyz"$/);
  const direct = await startDirect((request, { sink }) => {
    sink.respond(200, {}, new URL(request.url).pathname);
    return Promise.resolve();
  });
  expect(await sendRaw(direct, text)).toMatch(/^HTTP\/1\.1 200 [^]*\n\/readyz$/);
});

it('a response that has begun is cut off by bytes that are no HTTP, without an error in it', async () => {
  const url = await start((_request, host) => {
    host?.sink?.open(200, { 'content-type': 'text/event-stream' });
    void host?.sink?.write('data: 1\n\n');
    return Promise.resolve(new Response());
  });
  const socket = connect(Number(url.port), url.hostname);
  let answer = '';
  socket.on('data', (bytes) => {
    if (answer === '') socket.write('garbage\r\n\r\n');
    answer += String(bytes);
  });
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  await once(socket, 'close');
  expect(answer).toContain('data: 1');
  expect(answer).not.toContain('400 Bad Request');
});

type Answer = NonNullable<Parameters<typeof createNodeServer>[0]['gateway']['answer']>;

async function startDirect(answer: Answer): Promise<URL> {
  const fetch = () => Promise.resolve(new Response('by fetch'));
  const server = createNodeServer({
    gateway: { fetch, answer },
    onError: (error) => failures.push(error),
  });
  servers.push(server);
  return new URL(await listen(server, { host: '127.0.0.1', port: 0 }));
}

describe('a request that core answers without a web Request', () => {
  it('arrives with its method, URL, headers and body, and gets its response in one piece', async () => {
    const seen: unknown[] = [];
    const url = await startDirect(async (request, { sink, address }) => {
      const body = new TextDecoder().decode(await request.arrayBuffer());
      const { method, headers } = request;
      seen.push(method, request.url, headers.get('x-twice'), headers.get('absent'), body);
      seen.push(headers.has('x-twice'), headers.has('absent'), headers.get('constructor'));
      seen.push([...headers].slice(0, 3), address);
      sink.respond(201, { 'content-type': 'text/plain' }, 'é');
    });
    const head = `POST /v1/a?b=c HTTP/1.1\r\nhost: localhost:8787\r\nX-Twice: 1\r\nx-twice: 2\r\nCookie: c=1\r\ncookie: d=2\r\n`;
    const answer = await sendRaw(url, `${head}content-length: 4\r\nconnection: close\r\n\r\nbody`);
    const [from] = seen.splice(-1);
    const headers = [
      ['host', 'localhost:8787'],
      ['x-twice', '1, 2'],
      ['cookie', 'c=1; d=2'],
    ];
    const address = 'http://localhost:8787/v1/a?b=c';
    expect(seen).toEqual(['POST', address, '1, 2', null, 'body', true, false, null, headers]);
    expect(from).toBe('127.0.0.1');
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    expect(answer).toContain('content-length: 2\r\n');
    expect(answer.endsWith('\r\n\r\né')).toBe(true);
  });

  it.each([
    [
      'arrived in two pieces',
      'transfer-encoding: chunked\r\n\r\n2\r\nab\r\n2\r\ncd\r\n0\r\n\r\n',
      'abcd',
    ],
    ['is empty', 'content-length: 0\r\n\r\n', ''],
  ])('has a whole body where it %s before it is read', async (_, rest, expected) => {
    let body: string | undefined;
    const url = await startDirect(async (request, { sink }) => {
      body = new TextDecoder().decode(await request.arrayBuffer());
      sink.respond(200, {}, '');
    });
    const head = 'POST /v1/a HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n';
    expect(await sendRaw(url, head + rest)).toMatch(/^HTTP\/1\.1 200 /);
    expect(body).toBe(expected);
  });

  it('has a body that can be read in pieces', async () => {
    const url = await startDirect(async ({ body }, { sink }) => {
      let length = 0;
      const reader = body?.getReader();
      for (let step = await reader?.read(); step?.done === false; step = await reader?.read()) {
        length += step.value.byteLength;
      }
      sink.respond(200, {}, String(length));
    });
    const response = await fetch(url, { method: 'POST', body: 'x'.repeat(300_000) });
    expect(await response.text()).toBe('300000');
  });

  it('fails when its body breaks off', async () => {
    let report: ((error: unknown) => void) | undefined;
    const failure = new Promise((resolve) => (report = resolve));
    const url = await startDirect(async (request) => {
      const read = request.arrayBuffer();
      socket.destroy();
      await read.catch(report);
    });
    const socket = connect(Number(url.port), url.hostname);
    socket.write('POST /v1/a HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nbody');
    expect(await failure).toBeInstanceOf(Error);
  });

  it('ends its connection when the client goes on sending a body that was refused', async () => {
    const url = await startDirect((_request, { sink }) => {
      sink.respond(401, {}, 'no');
      return Promise.resolve();
    });
    const answer = await sendRaw(
      url,
      'POST /v1/a HTTP/1.1\r\nhost: a\r\ncontent-length: 9000\r\n\r\nbody',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('ends its connection when the client goes on sending a body that was refused while it was read', async () => {
    const url = await startDirect(async (request, { sink }) => {
      const reader = request.body?.getReader();
      await reader?.read();
      await reader?.cancel();
      sink.respond(413, {}, 'no');
    });
    const answer = await sendRaw(
      url,
      'POST /v1/a HTTP/1.1\r\nhost: a\r\ncontent-length: 9000\r\n\r\nbody',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('keeps its connection when the body that was refused arrives after all', async () => {
    const url = await startDirect((_request, { sink }) => {
      sink.respond(401, {}, 'no');
      return Promise.resolve();
    });
    const socket = connect(Number(url.port), url.hostname);
    const head = 'POST /v1/a HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n';
    let answers = '';
    socket.on('data', (bytes) => (answers += String(bytes)));
    socket.write(`${head}\r\nbo`);
    await expect.poll(() => answers).toContain('401');
    socket.write('dy');
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(socket.destroyed).toBe(false);
    socket.write(`${head}connection: close\r\n\r\nbody`);
    await once(socket, 'close');
    expect(answers.match(/ 401 /g)).toHaveLength(2);
  });

  it.each([
    ['a path with escapes', '/v1/%61', 'a'],
    ['a path with dots', '/v1/../a', 'a'],
    ['a target with a host', 'http://a/v1', 'a'],
    ['a host with user and password', '/v1/a', 'a:b@c'],
    ['a port that does not exist', '/v1/a', 'a:70000'],
  ])('is left to a web Request where it has %s', async (_what, target, host) => {
    let calls = 0;
    const url = await startDirect(() => {
      calls += 1;
      return undefined;
    });
    await sendRaw(url, `GET ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    expect(calls).toBe(0);
  });

  it('breaks off, with a log line, where core fails after all', async () => {
    const url = await startDirect(() => Promise.reject(new Error('with a secret')));
    await expect(fetch(url, { method: 'POST' })).rejects.toThrow();
    expect(failures).toHaveLength(1);
  });

  it('is left to a web Request where core has no direct answer', async () => {
    const url = await startDirect(() => undefined);
    expect(await (await fetch(url)).text()).toBe('by fetch');
  });
});

function createIdleServer(): Server {
  const gateway = { fetch: () => Promise.resolve(new Response()) };
  return createNodeServer({ gateway, onError: () => undefined });
}

describe('listening', () => {
  it('has a backlog of thousands of connections, instead of Node’s 511', async () => {
    const server = createIdleServer();
    servers.push(server);
    const listening = vi.spyOn(server, 'listen');
    await listen(server, { host: '127.0.0.1', port: 0 });
    const [options] = listening.mock.calls[0] as unknown as [{ readonly backlog: number }];
    expect(options.backlog).toBeGreaterThanOrEqual(4_096);
  });

  it('suggests a free port when the port is taken', async () => {
    const { port } = await start(() => Promise.resolve(new Response()));
    const second = createIdleServer();
    const failure = await listen(second, { host: '127.0.0.1', port: Number(port) }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ListenError);
    expect(String(failure)).toMatch(
      new RegExp(`127.0.0.1:${port} already\\. Try: parley --port \\d+$`),
    );
  });

  it('suggests one of the next ten ports, and none that is taken', async () => {
    const { port } = await start(() => Promise.resolve(new Response()));
    const suggest = async (): Promise<number> => {
      const second = createIdleServer();
      const failure: unknown = await listen(second, {
        host: '127.0.0.1',
        port: Number(port),
      }).catch((error: unknown) => error);
      return Number(/--port (\d+)$/.exec(String(failure))?.[1]);
    };
    const first = await suggest();
    expect(first).toBeGreaterThan(Number(port));
    expect(first).toBeLessThanOrEqual(Number(port) + 10);
    const taken = createIdleServer();
    servers.push(taken);
    expect(await listen(taken, { host: '127.0.0.1', port: first })).toContain(String(first));
    expect(await suggest()).toBeGreaterThan(first);
  });

  it('reports an address that the machine does not have', async () => {
    const server = createIdleServer();
    await expect(listen(server, { host: '192.0.2.1', port: 0 })).rejects.toThrow(
      'This machine has no address 192.0.2.1 to listen on.',
    );
  });

  it('writes IPv6 addresses in brackets', async () => {
    const server = createIdleServer();
    servers.push(server);
    expect(await listen(server, { host: '::1', port: 0 })).toMatch(/^http:\/\/\[::1\]:\d+$/);
  });
});
