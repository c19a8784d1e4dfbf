import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { UpstreamTransport } from '@parley/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
import { skipInterim } from './response-starts.ts';
import { createUndiciTransport } from './undici-transport.ts';

let upstream: Pick<RawUpstream, 'close'> | undefined;
let transport: UpstreamTransport;
beforeEach(() => {
  transport = createUndiciTransport();
});
afterEach(async () => {
  await transport.close();
  await upstream?.close();
  upstream = undefined;
});

async function start(script: RawScript): Promise<RawUpstream> {
  const started = await startRawUpstream(script);
  upstream = started;
  return started;
}

const continues = 'HTTP/1.1 100 Continue\r\n\r\n';
const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';

describe('an interim response that nobody asked for', () => {
  it.each([
    ['alone', [continues]],
    ['with headers', ['HTTP/1.1 100 Continue\r\nserver: a\r\n\r\n']],
    ['without a reason', ['HTTP/1.1 100\r\n\r\n']],
    ['twice', [continues, continues]],
    ['after hints', [hints, continues]],
    ['with hints at once', [hints + continues + hints]],
    ['cut in its version', ['HTT', 'P/1.1 100 Continue\r\n\r\n']],
    ['cut in its status', ['HTTP/1.1 10', '0 Continue\r\n\r\n']],
    ['cut in its last line end', [`${hints}HTTP/1.1 100 Continue\r\n\r`, `\n${continues}`]],
    ['byte by byte', Array.from(continues)],
    ['after hints that are cut', [hints.slice(0, 30), hints.slice(30), continues]],
    ['at once with the end of hints', [hints.slice(0, 30), hints.slice(30) + continues]],
  ])('is passed over: 100 %s, in packets of its own and with the response', async (_how, sent) => {
    const started = await start((socket, request) => {
      const answer = writeWhole(`answer ${String(request)}`);
      if (request % 2 === 0) {
        socket.write(Buffer.concat([Buffer.from(sent.join('')), answer]));
        return;
      }
      for (const [index, part] of [...sent, answer].entries()) {
        setTimeout(() => socket.write(part), 15 * index);
      }
    });
    for (let request = 0; request < 4; request += 1) {
      const { status, body } = await transport.send(createCall(started.url));
      expect([status, await readText(body)]).toEqual([200, `answer ${String(request)}`]);
      await untilReusable();
    }
    expect([started.requests, started.connections]).toEqual([4, 1]);
  });

  it('is forgotten but for its status and its last bytes, so a head in many pieces costs no more', () => {
    const head = `HTTP/1.1 103 Early Hints\r\nlink: ${'a'.repeat(10_000)}\r\n\r\n`;
    let begun = '';
    for (const byte of Buffer.from(head)) {
      begun = skipInterim(Buffer.from([byte]), begun).line;
      expect(begun.length).toBeLessThanOrEqual('HTTP/1.1 103\r\n\r'.length);
    }
    expect(begun).toBe('');
    const final = skipInterim(Buffer.from('HTTP/1.1 200 OK\r\n'), begun);
    expect(final).toEqual({ line: 'HTTP/1.1 200', isFinal: true });
  });

  it('is what it is within a body', async () => {
    const { url } = await start((socket) => {
      socket.write(continues + chunkedHead);
      setTimeout(() => socket.write(writeChunk(continues)), 20);
      setTimeout(() => socket.write(`${writeChunk(continues).toString()}${lastChunk}`), 40);
    });
    const { body } = await transport.send(createCall(url));
    expect(await readText(body)).toBe(continues + continues);
  });

  it.each(['closes', 'resets'])(
    'is a sign of work: a call is not repeated after it when the upstream %s',
    async (how) => {
      const started = await start((socket, request) => {
        if (request === 0) socket.write(writeWhole('first'));
        else {
          socket.write(continues);
          setTimeout(() => (how === 'closes' ? socket.end() : socket.resetAndDestroy()), 20);
        }
      });
      await readText((await transport.send(createCall(started.url))).body);
      await untilReusable();
      const error = await sendFailure(transport, createCall(started.url));
      expect(error).toMatchObject({ name: 'UpstreamConnectionError', beforeResponse: false });
      expect(started.requests).toBe(2);
    },
  );
});

/** An upstream that refuses large requests once it has their head, reads no more of them, and leaves the connection open. */
async function startEarly(head: string, onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    onConnection(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const length = Number(/content-length: (\d+)/i.exec(bytes.toString('latin1'))?.[1]);
      if (length < 1_000) socket.write(writeWhole('whole'));
      else socket.pause().write(head);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  upstream = {
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1/chat`;
}

describe('an answer before the upstream has read the request', () => {
  it.each([
    ['413 Content Too Large', 100_000],
    ['429 Too Many Requests', 1_000_000],
    ['401 Unauthorized', 20_000_000],
    ['503 Service Unavailable', 100_000],
    ['200 OK', 20_000_000],
  ])('%s reaches the caller, and the next call uses another connection', async (line, size) => {
    let connections = 0;
    const head = `HTTP/1.1 ${line}\r\ncontent-length: 2\r\n\r\n{}`;
    const url = await startEarly(head, () => (connections += 1));
    for (let round = 0; round < 3; round += 1) {
      const large = await transport.send(createCall(url, { body: 'a'.repeat(size) }));
      expect([large.status, await readText(large.body)]).toEqual([Number(line.slice(0, 3)), '{}']);
      await untilReusable();
      const small = await transport.send(createCall(url));
      expect(await readText(small.body)).toBe('whole');
      await untilReusable();
    }
    // The small call leaves a connection that the next large one uses.
    expect(connections).toBe(4);
  });

  it('leaves the connection of a small or an accepted request open', async () => {
    const started = await start((socket, request) => {
      const line = request === 0 ? 'HTTP/1.1 400 Bad Request' : 'HTTP/1.1 200 OK';
      socket.write(`${line}\r\ncontent-length: 2\r\n\r\n{}`);
    });
    for (const size of [1_000, 100_000, 100_000]) {
      const { body } = await transport.send(createCall(started.url, { body: 'a'.repeat(size) }));
      await readText(body);
      await untilReusable();
    }
    expect(started.connections).toBe(1);
  });
});
