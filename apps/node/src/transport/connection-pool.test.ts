import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { untilReusable } from '../testing/raw-exchange.ts';
import { listen } from '../testing/test-server.ts';
import { ConnectionPool } from './connection-pool.ts';

const server = createServer((request, response) => {
  waiting.push({ request, response });
});
const sockets = new Set<Socket>();
server.on('connection', (socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
});
let waiting: { readonly request: IncomingMessage; readonly response: ServerResponse }[] = [];
const pools: ConnectionPool[] = [];

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.destroy()));
  waiting = [];
});

async function start(): Promise<{ readonly pool: ConnectionPool; readonly origin: string }> {
  const origin = await listen(server);
  const pool = new ConnectionPool({ allowH2: false, connectTimeout: 5_000 });
  pools.push(pool);
  return { pool, origin };
}

/** Resolves with the status of the response. */
function send(pool: ConnectionPool, origin: string, path = '/'): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0;
    pool.dispatch(
      { origin, path, method: 'GET' },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, code) => (status = code),
        onResponseData: () => undefined,
        onResponseEnd: () => {
          resolve(status);
        },
        onResponseError: (_controller, error) => {
          reject(error);
        },
      },
    );
  });
}

/** Waits for requests, and answers them in this order. Returns the ports that they came from. */
async function answer(count: number, headers: Record<string, string> = {}) {
  await expect.poll(() => waiting.length).toBe(count);
  return waiting.splice(0).map(({ request, response }) => {
    response.writeHead(200, headers).end();
    return request.socket.remotePort;
  });
}

describe('the connections to an upstream', () => {
  it('carry one call each at a time, and are used again', async () => {
    const { pool, origin } = await start();
    const first = [send(pool, origin), send(pool, origin)];
    const ports = await answer(2);
    expect(new Set(ports).size).toBe(2);
    await Promise.all(first);
    await untilReusable();
    const second = [send(pool, origin), send(pool, origin)];
    expect((await answer(2)).toSorted()).toEqual(ports.toSorted());
    expect(await Promise.all(second)).toEqual([200, 200]);
    expect(pool.size).toBe(2);
  });

  it('are used in turn from the one that was used last, so that the others become idle', async () => {
    const { pool, origin } = await start();
    const all = [send(pool, origin), send(pool, origin), send(pool, origin)];
    await answer(3);
    await Promise.all(all);
    await untilReusable();
    const used = new Set();
    for (let count = 0; count < 4; count += 1) {
      const call = send(pool, origin);
      for (const port of await answer(1)) used.add(port);
      await call;
      await untilReusable();
    }
    expect(used.size).toBe(1);
  });

  it('are forgotten when the upstream closes them', async () => {
    const { pool, origin } = await start();
    const calls = [send(pool, origin), send(pool, origin)];
    await answer(2, { connection: 'close' });
    await Promise.all(calls);
    await expect.poll(() => pool.size).toBe(0);
    const next = send(pool, origin);
    await answer(1);
    expect(await next).toBe(200);
  });

  it('are replaced alone when the upstream closes one that is idle', async () => {
    const { pool, origin } = await start();
    const calls = [send(pool, origin), send(pool, origin), send(pool, origin)];
    const ports = await answer(3);
    await Promise.all(calls);
    await untilReusable();
    const [closed] = ports;
    for (const socket of sockets) if (socket.remotePort === closed) socket.destroy();
    await expect.poll(() => pool.size).toBe(2);
    const next = [send(pool, origin), send(pool, origin), send(pool, origin)];
    const used = await answer(3);
    await Promise.all(next);
    expect(used.filter((port) => ports.includes(port))).toHaveLength(2);
    expect(used).not.toContain(closed);
    expect(pool.size).toBe(3);
  });

  it('are forgotten when they cannot be opened', async () => {
    const { pool, origin } = await start();
    server.close();
    await expect(send(pool, origin)).rejects.toThrow('ECONNREFUSED');
    await expect.poll(() => pool.size).toBe(0);
  });

  it('stay free after a call that cannot be written', async () => {
    const { pool, origin } = await start();
    await expect(send(pool, origin, 'no path')).rejects.toThrow('path');
    const call = send(pool, origin);
    await answer(1);
    await call;
    expect(pool.size).toBe(1);
  });

  it('fail running calls when they are destroyed, and take no more', async () => {
    const { pool, origin } = await start();
    const call = send(pool, origin).catch((error: unknown) => error);
    await expect.poll(() => waiting.length).toBe(1);
    await pool.destroy();
    expect(await call).toBeInstanceOf(Error);
    await expect(send(pool, origin)).rejects.toThrow(new Error('The connections are closed.'));
    expect(waiting).toHaveLength(1);
  });

  it('end running calls first when they are closed, and take no more', async () => {
    const { pool, origin } = await start();
    const call = send(pool, origin);
    await expect.poll(() => waiting.length).toBe(1);
    const closed = pool.close();
    await expect(send(pool, origin)).rejects.toThrow(new Error('The connections are closed.'));
    await answer(1);
    expect(await call).toBe(200);
    await closed;
  });
});
