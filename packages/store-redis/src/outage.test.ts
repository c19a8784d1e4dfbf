import type { ReservationRequest, ReserveOutcome } from '@parley/core/store';
import { createSqliteStore } from '@parley/store-sqlite';
import { addSampleKey, createServerProxy } from '@parley/store-suite';
import { Redis } from 'ioredis';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkRedisServer, createRedisClient } from './redis-client.ts';
import { withRedisRates } from './redis-rates.ts';
import { serverUrl } from './testing/temporary-store.ts';

/** Milliseconds after which what is waited for will never come, also on a busy machine. */
const patienceMs = 30_000;

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function openStore(url: string, log: string[], causes: unknown[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-redis-'));
  endings.push(() => rm(folder, { recursive: true, force: true }));
  const inner = await createSqliteStore({ path: join(folder, 'parley.db') });
  const store = await withRedisRates(inner, {
    url,
    log: (_, message, fields) => {
      log.push(message);
      if (fields !== undefined) causes.push(fields.cause);
    },
  });
  endings.push(() => store.close());
  await addSampleKey(store, 1);
  await addSampleKey(store, 977);
  return store;
}

const amounts = { nanoUsd: 0, leastNanoUsd: 0, tokens: 0, leastTokens: 0, rateTokens: 0 };

type OpenStore = Awaited<ReturnType<typeof openStore>>;

function ask(store: OpenStore, id: string) {
  return askWith(store, { id, keyId: 'key-1', limits: { requestsPerMinute: 2 } });
}

/** The slots and rates of `key-977` in Redis, a key that no other test has. */
const slots = 'parley:{key-977}:places';
const rates = 'parley:{key-977}:rates';

/** Of a key that may have one request at a time. */
function askForSlot(store: OpenStore, id: string) {
  return askWith(store, { id, keyId: 'key-977', limits: { concurrency: 1 } });
}

function askWith(
  store: OpenStore,
  request: Pick<ReservationRequest, 'id' | 'keyId' | 'limits'>,
): Promise<ReserveOutcome> {
  return store.reserve({
    ...request,
    accountId: 'default',
    amounts,
    last: false,
    owner: 'me',
    lifeMs: 60_000,
  });
}

describe('without a Redis that responds', () => {
  it.each([
    ['refuses connections', async () => 'redis://127.0.0.1:1', 'ECONNREFUSED'],
    ['never answers', () => listen(), 'time'],
    ['wants a password', () => listen('-NOAUTH Authentication required.\r\n'), 'NOAUTH'],
  ])('that %s, the rates are kept here, and it is said once', async (_name, findUrl, reason) => {
    const log: string[] = [];
    const causes: unknown[] = [];
    const store = await openStore(await findUrl(), log, causes);
    const kinds = [];
    for (const id of ['a', 'b', 'c']) kinds.push((await ask(store, id)).kind);
    expect(kinds).toEqual(['granted', 'granted', 'refused']);
    expect(log).toEqual(['Redis does not answer; rates are shared out.']);
    expect(causes.map(String)).toEqual([expect.stringContaining(reason)]);
  });
});

it('a Redis that has become a replica is left for the one to which a new connection leads', async () => {
  let connections = 0;
  const url = await listen(
    (command) => {
      if (!/^eval(?:sha)?$/im.test(command)) return '+OK\r\n';
      return connections === 1
        ? "-READONLY You can't write against a read only replica.\r\n"
        : ':7\r\n';
    },
    () => (connections += 1),
  );
  const client = await createRedisClient(url);
  endings.push(async () => client.close());
  await expect(client.countGateways('here', 60_000)).rejects.toThrow('READONLY');
  await vi.waitFor(async () => {
    expect(await client.countGateways('here', 60_000)).toBe(7);
  }, patienceMs);
  expect(connections).toBe(2);
});

it('a Redis that refuses what needs memory is reported once, though it ends reservations', async () => {
  const wordsOfTake = 13;
  const url = await listen((command) => {
    const words = command.match(/^\$/gm)?.length ?? 0;
    if (!/^eval(?:sha)?$/im.test(command)) return '+OK\r\n';
    return words === wordsOfTake ? '-OOM command not allowed.\r\n' : ':1\r\n';
  });
  const log: string[] = [];
  const store = await openStore(url, log);
  for (const id of ['a', 'b', 'c']) {
    await ask(store, id);
    await store.renewReservations('me', 60_000);
  }
  expect(log).toEqual(['Redis does not answer; rates are shared out.']);
});

it('a Redis that answers and takes no writes fails the check', async () => {
  const refusal = 'OOM command not allowed';
  const url = await listen((command) =>
    /^eval(?:sha)?$/im.test(command) ? `-${refusal}\r\n` : '+PONG\r\n',
  );
  await expect(checkRedisServer(url)).rejects.toThrow(refusal);
});

it.skipIf(serverUrl === undefined)('a Redis that can be used passes the check', async () => {
  await checkRedisServer(serverUrl ?? '');
});

it.skipIf(serverUrl === undefined)(
  'a Redis whose answer this process is too busy to read in time has answered',
  async () => {
    const client = await createRedisClient(serverUrl ?? '');
    endings.push(async () => client.close());
    const answering = client.check();
    await new Promise(setImmediate);
    for (const busyUntil = performance.now() + 1_000; performance.now() < busyUntil;);
    await answering;
    expect(client.isConnected).toBe(true);
  },
);

describe.skipIf(serverUrl === undefined)('a Redis that falls silent', () => {
  async function connectBehindProxy() {
    const proxy = await createServerProxy(serverUrl ?? '');
    endings.push(() => proxy.close());
    return proxy;
  }

  it('fails one command by its time limit and the next ones at once, until it answers again', async () => {
    const proxy = await connectBehindProxy();
    const client = await createRedisClient(proxy.url);
    endings.push(async () => client.close());
    await client.check();
    proxy.set('silent');
    await expect(client.check()).rejects.toThrow();
    // The pause after which the driver replaces the connection is about as long as the limit.
    const failsAtOnce = async (): Promise<void> => {
      const turn = new Promise((resolve) => setTimeout(resolve, 50, 'later'));
      const failed = client.check().catch(() => 'at once');
      expect(await Promise.race([failed, turn])).toBe('at once');
    };
    await vi.waitFor(failsAtOnce, { timeout: 10_000 });
    proxy.set('open');
    await vi.waitFor(() => client.check(), { timeout: 10_000, interval: 100 });
  });

  it('lets calls go on by the rates of this process, and shares them again afterwards', async () => {
    const proxy = await connectBehindProxy();
    const log: string[] = [];
    const store = await openStore(proxy.url, log);
    proxy.set('silent');
    expect((await ask(store, 'a')).kind).toBe('granted');
    proxy.set('open');
    await vi.waitFor(
      async () => {
        await store.release('a');
        await ask(store, 'a');
        expect(log).toEqual([
          'Redis does not answer; rates are shared out.',
          'Redis answers again; rates are shared.',
        ]);
      },
      { timeout: 10_000, interval: 100 },
    );
  });
});

describe.skipIf(serverUrl === undefined)('after an outage, no slot is held', () => {
  async function openBehindProxy() {
    const redis = new Redis(serverUrl ?? '');
    endings.push(async () => redis.disconnect());
    await redis.del(slots, rates);
    const proxy = await createServerProxy(serverUrl ?? '');
    endings.push(() => proxy.close());
    const store = await openStore(proxy.url, []);
    const expectNoSlots = (): Promise<void> =>
      vi.waitFor(
        async () => {
          // Any answer shows that Redis is back.
          await store.renewReservations('me', 60_000);
          expect(await redis.zcard(slots)).toBe(0);
        },
        { timeout: 10_000, interval: 100 },
      );
    return { proxy, store, redis, expectNoSlots };
  }

  it('by a request that Redis took without answering in time', async () => {
    const { proxy, store, redis, expectNoSlots } = await openBehindProxy();
    // Commands arrive before their time limit of half a second, and the answers after it.
    proxy.delay(800);
    expect((await askForSlot(store, 'late')).kind).toBe('granted');
    proxy.delay(0);
    await store.release('late');
    await expectNoSlots();
    expect(await redis.hget(rates, 'requests')).toBeNull();
  });

  it('by a request that ended meanwhile', async () => {
    const { proxy, store, expectNoSlots } = await openBehindProxy();
    expect((await askForSlot(store, 'ended')).kind).toBe('granted');
    proxy.set('closed');
    await store.release('ended');
    proxy.set('open');
    await expectNoSlots();
  });
});

/** Answers every command with the same text, or with nothing. */
async function listen(
  answer: string | ((command: string) => string) = '',
  onConnection?: () => void,
): Promise<string> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => new Promise((resolve) => server.close(resolve)));
  server.on('connection', (socket) => {
    onConnection?.();
    socket.on('data', (piece: Buffer) => {
      for (const command of piece
        .toString()
        .split(/^\*\d+\r\n/m)
        .slice(1)) {
        socket.write(typeof answer === 'string' ? answer : answer(command));
      }
    });
    endings.push(async () => void socket.destroy());
  });
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return `redis://127.0.0.1:${String(port)}`;
}
