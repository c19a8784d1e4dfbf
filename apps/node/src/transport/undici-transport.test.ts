import { deflateRawSync, gzipSync } from 'node:zlib';
import { UpstreamConnectionError, type UpstreamTransport } from '@parley/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  chunkedHead,
  createCall,
  lastChunk,
  readText,
  sendFailure,
  untilReusable,
  writeChunk,
  writeWhole,
} from '../testing/raw-exchange.ts';
import { startRawUpstream, type RawScript, type RawUpstream } from '../testing/raw-upstream.ts';
import { createUndiciTransport } from './undici-transport.ts';

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

describe('the transport over undici, beyond what fetch can do', () => {
  beforeEach(() => {
    transport = createUndiciTransport();
  });

  it.each<readonly [string, RawScript]>([
    ['closed', (socket) => socket.end()],
    ['reset', (socket) => socket.resetAndDestroy()],
  ])('replaces a kept connection that was %s before the answer', async (_what, fault) => {
    const started = await start((socket, request) => {
      if (request === 1) fault(socket, request);
      else socket.write(writeWhole(`answer ${String(request)}`));
    });
    const first = await transport.send(createCall(started.url));
    expect(await readText(first.body)).toBe('answer 0');
    await untilReusable();
    const second = await transport.send(createCall(started.url));
    expect(await readText(second.body)).toBe('answer 2');
    expect(started.connections).toBe(2);
  });

  it.each([
    [990, 3],
    [1_010, 2],
  ])('sends a call of %i ms to %i requests in all', async (ms, requests) => {
    const started = await start((socket, request) => {
      if (request !== 1) socket.write(writeWhole('whole'));
      else {
        const now = performance.now() + ms;
        vi.spyOn(performance, 'now').mockReturnValue(now);
        socket.resetAndDestroy();
      }
    });
    await readText((await transport.send(createCall(started.url))).body);
    await untilReusable();
    await transport.send(createCall(started.url)).catch(() => undefined);
    vi.restoreAllMocks();
    expect(started.requests).toBe(requests);
  });

  it('does not retry after the first byte of the response', async () => {
    const started = await start((socket, request) => {
      if (request === 1) socket.end('HTTP/1.1 2');
      else socket.write(writeWhole('whole'));
    });
    await readText((await transport.send(createCall(started.url))).body);
    await untilReusable();
    expect(await sendFailure(transport, createCall(started.url))).toMatchObject({
      beforeResponse: false,
    });
    expect(started.requests).toBe(2);
  });

  it.each([
    [65_535, 200],
    [65_536, undefined],
  ])('takes a head whose headers have %i bytes: %s', async (size, status) => {
    const { url } = await start((socket) => {
      const length = size - 'content-length0'.length - 'x-a'.length;
      socket.write(writeWhole('', `x-a: ${'a'.repeat(length)}`));
    });
    const answer = await transport.send(createCall(url)).catch(() => undefined);
    expect(answer?.status).toBe(status);
  });

  it('waits for the head and for the next bytes as long as the caller does', async () => {
    const { url } = await start((socket, request) => {
      if (request === 0) setTimeout(() => socket.write(writeWhole('late')), 2_500);
      else {
        socket.write(chunkedHead);
        setTimeout(() => socket.write(`${writeChunk('slow').toString()}${lastChunk}`), 2_500);
      }
    });
    const late = transport.send(createCall(url));
    const slow = transport.send(createCall(url));
    const answers = await Promise.all([late, slow]);
    expect(await Promise.all(answers.map(({ body }) => readText(body)))).toEqual(['late', 'slow']);
  });

  it('parses a URL once, and keeps a thousand of them', async () => {
    const parse = vi.spyOn(globalThis, 'URL');
    const signal = AbortSignal.abort(new Error('left'));
    const send = (query: number) =>
      sendFailure(transport, createCall(`http://models.test/?${String(query)}`, { signal }));
    const count = async (queries: readonly number[]): Promise<number> => {
      const before = parse.mock.calls.length;
      for (const query of queries) await send(query);
      return parse.mock.calls.length - before;
    };
    const thousand = Array.from({ length: 1_000 }, (_, query) => query);
    expect([await count(thousand), await count(thousand)]).toEqual([1_000, 0]);
    expect([await count([1_000]), await count([0, 0])]).toEqual([1, 1]);
  });

  it('keeps the connection when the body ends just after the cancel', async () => {
    const started = await start((socket) => {
      socket.write(chunkedHead + writeChunk('data: [DONE]\n\n').toString());
      setTimeout(() => socket.write(lastChunk), 5);
    });
    for (let round = 0; round < 3; round += 1) {
      const { body } = await transport.send(createCall(started.url));
      await body.read();
      body.cancel();
      await untilReusable();
    }
    expect(started.connections).toBe(1);
  });

  it('says whether the connection of a response was used before, where that is watched', async () => {
    const watching = createUndiciTransport({ watchesReuse: true });
    const { url } = await start((socket) => {
      socket.write(writeWhole('{}'));
    });
    const reused: (boolean | undefined)[] = [];
    for (const one of [transport, watching, watching]) {
      const { body, reusedConnection } = await one.send(createCall(url));
      await readText(body);
      await untilReusable();
      reused.push(reusedConnection);
    }
    await watching.close();
    expect(reused).toEqual([undefined, false, true]);
  });

  it('decodes deflate without a header', async () => {
    const { url } = await start((socket) => {
      socket.write(writeWhole(deflateRawSync('raw'), 'content-encoding: deflate'));
    });
    expect(await readText((await transport.send(createCall(url))).body)).toBe('raw');
  });

  it('fails on a truncated compressed body', async () => {
    const { url } = await start((socket) => {
      const cut = gzipSync('x'.repeat(10_000)).subarray(0, -12);
      socket.write(writeWhole(cut, 'content-encoding: gzip'));
    });
    const { body } = await transport.send(createCall(url));
    await expect(readText(body)).rejects.toMatchObject({
      name: 'UpstreamConnectionError',
      beforeResponse: false,
    });
  });

  it.each([
    ['a bomb', 'application/json', () => gzipSync(Buffer.alloc(200 * 2 ** 20))],
    ['a bomb called a stream', 'text/event-stream', () => gzipSync(Buffer.alloc(64 * 2 ** 20))],
  ])('refuses %s', async (_what, type, encode) => {
    const { url } = await start((socket) => {
      socket.write(writeWhole(encode(), 'content-encoding: gzip', `content-type: ${type}`));
    });
    const { body } = await transport.send(createCall(url));
    let size = 0;
    const error = await (async () => {
      for (;;) size += (await body.read())?.length ?? Number.NaN;
    })().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UpstreamConnectionError);
    expect(size).toBeLessThan(17 * 2 ** 20);
  });
});
