import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import {
  createFetchTransport,
  UpstreamConnectionError,
  type UpstreamTransport,
} from '@parley/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  chunkedHead,
  createCall,
  lastChunk,
  readText,
  sendFailure,
  untilReusable,
  writeChunk,
  writeHead,
  writeWhole,
} from '../testing/raw-exchange.ts';
import { startRawUpstream, type RawScript, type RawUpstream } from '../testing/raw-upstream.ts';
import { createUndiciTransport } from './undici-transport.ts';

const transports: readonly (readonly [name: string, create: () => UpstreamTransport])[] = [
  ['the transport over fetch', () => createFetchTransport()],
  ['the transport over undici', () => createUndiciTransport()],
];

let upstream: RawUpstream | undefined;
let transport: UpstreamTransport;

async function start(script: RawScript): Promise<RawUpstream> {
  upstream = await startRawUpstream(script);
  return upstream;
}

afterEach(async () => {
  await transport.close();
  await upstream?.close();
  upstream = undefined;
});

describe.each(transports)('%s', (_name, create) => {
  beforeEach(() => {
    transport = create();
  });

  it('reports that the whole request was sent, before the upstream answers', async () => {
    let answer: () => void = () => undefined;
    const started = await start((socket) => {
      answer = () => socket.write(writeWhole('{}'));
    });
    const sent = new Promise<void>((onSent) => {
      void transport.send({ ...createCall(started.url), onSent }).catch(() => undefined);
    });
    await sent;
    answer();
  });

  it('sends method, path, headers and body, and returns status, headers and body', async () => {
    const started = await start((socket) => {
      socket.write(writeWhole('{"ok":true}', 'content-type: application/json', 'x-a: 1', 'x-a: 2'));
    });
    const answer = await transport.send(createCall(started.url));
    expect(started.lastRequest).toMatch(/^POST \/v1\/chat\?stream=1 HTTP\/1\.1\r\n/);
    expect(started.lastRequest).toMatch(/\r\nx-test: 1\r\n/);
    expect(started.lastRequest).toMatch(/\r\n\r\n\{"a":"ü"\}$/);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('x-a')).toBe('1, 2');
    expect(await readText(answer.body)).toBe('{"ok":true}');
    expect(await answer.body.read()).toBeUndefined();
  });

  it('returns each chunk as it arrives', async () => {
    let release: (() => void) | undefined;
    const { url } = await start((socket) => {
      socket.write(chunkedHead);
      socket.write(writeChunk('data: 1\n\n'));
      release = () => socket.write(`${writeChunk('data: 2\n\n').toString()}${lastChunk}`);
    });
    const { body } = await transport.send(createCall(url));
    expect(new TextDecoder().decode(await body.read())).toBe('data: 1\n\n');
    release?.();
    expect(await readText(body)).toBe('data: 2\n\n');
  });

  it('does not follow a redirect', async () => {
    const started = await start((socket) => {
      socket.write('HTTP/1.1 302 Found\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n');
    });
    const answer = await transport.send(createCall(started.url));
    expect(answer.status).toBe(302);
    expect(await readText(answer.body)).toBe('');
    expect(started.requests).toBe(1);
  });

  it('ignores early hints', async () => {
    const { url } = await start((socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n');
      socket.write(writeWhole('real'));
    });
    const answer = await transport.send(createCall(url));
    expect(answer.status).toBe(200);
    expect(await readText(answer.body)).toBe('real');
  });

  it('returns a response without a body', async () => {
    const { url } = await start((socket) => {
      socket.write('HTTP/1.1 204 No Content\r\n\r\n');
    });
    const { status, body } = await transport.send(createCall(url));
    expect([status, await body.read()]).toEqual([204, undefined]);
  });

  it('reuses a connection whose response was read', async () => {
    const started = await start((socket) => {
      socket.write(writeWhole('again'));
    });
    for (let round = 0; round < 3; round += 1) {
      await readText((await transport.send(createCall(started.url))).body);
      await untilReusable();
    }
    expect([started.requests, started.connections]).toEqual([3, 1]);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('decodes %s and hides that it was coded', async (coding, encode) => {
    const { url } = await start((socket) => {
      socket.write(writeWhole(encode('größer '.repeat(1_000)), `content-encoding: ${coding}`));
    });
    const { headers, body } = await transport.send(createCall(url));
    expect(await readText(body)).toBe('größer '.repeat(1_000));
    expect([headers.get('content-encoding'), headers.get('content-length')]).toEqual([null, null]);
  });

  it('returns each event of a compressed stream when the upstream flushes it', async () => {
    const gzip = createGzip();
    const { url } = await start((socket) => {
      socket.write(chunkedHead.replace('\r\n\r\n', '\r\ncontent-encoding: gzip\r\n\r\n'));
      gzip.on('data', (bytes: Buffer) => socket.write(writeChunk(bytes)));
      gzip.on('end', () => socket.write(lastChunk));
      gzip.write('data: 1\n\n');
      gzip.flush();
    });
    const { body } = await transport.send(createCall(url));
    expect(new TextDecoder().decode(await body.read())).toBe('data: 1\n\n');
    gzip.end('data: 2\n\n');
    expect(await readText(body)).toBe('data: 2\n\n');
  });

  it('gives all of a coded answer to a reader that is slower than the upstream', async () => {
    // Random bytes in hexadecimal: coded they are about half as long, and longer than any buffer on the way.
    const text = randomBytes(2 ** 20).toString('hex');
    const { url } = await start((socket) => {
      socket.write(writeWhole(gzipSync(text), 'content-encoding: gzip'));
    });
    const { body } = await transport.send(createCall(url));
    const decoder = new TextDecoder();
    let read = '';
    for (let chunk = await body.read(); chunk !== undefined; chunk = await body.read()) {
      read += decoder.decode(chunk, { stream: true });
      await wait(1);
    }
    expect(read === text).toBe(true);
  });

  it.each(['gzip, gzip', 'snappy'])('rejects the coding %s', async (coding) => {
    const { url } = await start((socket) => {
      socket.write(writeWhole('x', `content-encoding: ${coding}`));
    });
    const error = await sendFailure(transport, createCall(url));
    expect(error).toMatchObject({ name: 'UpstreamConnectionError', beforeResponse: false });
  });

  it.each<readonly [string, RawScript]>([
    ['closes', (socket) => socket.end()],
    ['resets', (socket) => socket.resetAndDestroy()],
  ])('says that no answer began when a new connection %s', async (_what, script) => {
    const started = await start(script);
    const error = await sendFailure(transport, createCall(started.url));
    expect(error).toBeInstanceOf(UpstreamConnectionError);
    expect(error).toMatchObject({ beforeResponse: true });
    expect(started.requests).toBe(1);
  });

  it('reports a refused connection', async () => {
    const { url, close } = await start(() => undefined);
    await close();
    upstream = undefined;
    expect(await sendFailure(transport, createCall(url))).toMatchObject({
      name: 'UpstreamConnectionError',
      beforeResponse: true,
    });
  });

  it.each<readonly [string, RawScript]>([
    ['bytes that are not HTTP', (socket) => socket.write('hello\r\n\r\n')],
    ['half a head', (socket) => socket.end('HTTP/1.1 200 OK\r\nx-a: ')],
    ['an endless head', (socket) => socket.write(writeHead(`x-a: ${'a'.repeat(2 ** 21)}`))],
    [
      'two framings',
      (socket) =>
        socket.write(
          `${writeHead('content-length: 5', 'transfer-encoding: chunked')}5\r\nhello\r\n${lastChunk}`,
        ),
    ],
  ])('fails on %s', async (_what, script) => {
    const { url } = await start(script);
    expect(await sendFailure(transport, createCall(url))).toBeInstanceOf(UpstreamConnectionError);
  });

  const begun = chunkedHead + writeChunk('data: 1\n\n').toString();

  const nothing = (): void => undefined;

  it.each<readonly [string, RawScript, (socket: Socket) => void]>([
    ['a FIN', (socket) => socket.end(begun), nothing],
    ['a RST', (socket) => socket.write(begun), (socket) => socket.resetAndDestroy()],
    [
      'a short body',
      (socket) => socket.end(`${writeHead('content-length: 20')}data: 1\n\n`),
      nothing,
    ],
  ])('delivers what came before %s, then fails', async (_what, script, breakOff) => {
    const sockets: Socket[] = [];
    const { url } = await start((socket, request) => {
      sockets.push(socket);
      script(socket, request);
    });
    const { body } = await transport.send(createCall(url));
    expect(new TextDecoder().decode(await body.read())).toBe('data: 1\n\n');
    // A reset discards what was received and not read yet.
    for (const socket of sockets) breakOff(socket);
    const error = await body.read().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UpstreamConnectionError);
    expect(error).toMatchObject({ beforeResponse: false });
  });

  it('rejects at once when it is aborted before it began', async () => {
    const { url } = await start(() => undefined);
    const reason = new Error('left');
    expect(
      await sendFailure(transport, createCall(url, { signal: AbortSignal.abort(reason) })),
    ).toBe(reason);
  });

  it('closes the connection when the call is aborted before the head', async () => {
    const started = await start(() => undefined);
    const controller = new AbortController();
    const failure = sendFailure(transport, createCall(started.url, { signal: controller.signal }));
    await started.whenOpen(1);
    await wait(20);
    const reason = new Error('left');
    controller.abort(reason);
    expect(await failure).toBe(reason);
    await started.whenClosed();
  });

  it('closes the connection when the call is aborted during the response', async () => {
    const started = await start((socket) => {
      socket.write(chunkedHead + writeChunk('data: 1\n\n').toString());
    });
    const controller = new AbortController();
    const { body } = await transport.send(createCall(started.url, { signal: controller.signal }));
    await body.read();
    const pending = body.read().catch((thrown: unknown) => thrown);
    const reason = new Error('left');
    controller.abort(reason);
    expect(await pending).toBe(reason);
    await started.whenClosed();
  });

  it('closes the connection when the call is aborted while nobody reads', async () => {
    const started = await start((socket) => {
      socket.write(chunkedHead);
      const flood = () => {
        while (!socket.destroyed && socket.write(writeChunk('x'.repeat(65_536))));
      };
      socket.on('drain', flood);
      flood();
    });
    const controller = new AbortController();
    await transport.send(createCall(started.url, { signal: controller.signal }));
    await wait(100);
    controller.abort(new Error('left'));
    await started.whenClosed();
  });

  it('closes the connection of a cancelled response, and may be cancelled twice', async () => {
    const started = await start((socket) => {
      socket.write(chunkedHead + writeChunk('data: 1\n\n').toString());
    });
    const { body } = await transport.send(createCall(started.url));
    await body.read();
    body.cancel();
    body.cancel();
    await started.whenClosed();
  });

  it('applies back-pressure to the upstream', async () => {
    let sent = 0;
    const { url } = await start((socket) => {
      socket.write(chunkedHead);
      const block = writeChunk('x'.repeat(65_536));
      const flood = () => {
        while (!socket.destroyed && sent < 64 * 2 ** 20) {
          sent += block.length;
          if (!socket.write(block)) return;
        }
      };
      socket.on('drain', flood);
      flood();
    });
    const { body } = await transport.send(createCall(url));
    await body.read();
    await wait(200);
    // The kernel holds several MiB; without back-pressure all 64 would be sent.
    expect(sent).toBeLessThan(32 * 2 ** 20);
    body.cancel();
  });

  it('runs a hundred calls concurrently', async () => {
    const { url } = await start((socket, request) => {
      setTimeout(() => socket.write(writeWhole(`answer ${String(request)}`)), 20);
    });
    const answers = await Promise.all(
      Array.from({ length: 100 }, async () =>
        readText((await transport.send(createCall(url))).body),
      ),
    );
    expect(new Set(answers).size).toBe(100);
  });
});
