import { createSqliteStore } from '@parley/store-sqlite';
import { addSampleKey } from '@parley/store-suite';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { withRedisRates } from './redis-rates.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function openStore(url: string, log: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-redis-'));
  endings.push(() => rm(folder, { recursive: true, force: true }));
  const inner = await createSqliteStore({ path: join(folder, 'parley.db') });
  const store = await withRedisRates(inner, { url, log: (_, message) => log.push(message) });
  endings.push(() => store.close());
  await addSampleKey(store, 1);
  return store;
}

const amounts = { nanoUsd: 0, leastNanoUsd: 0, tokens: 0, leastTokens: 0, rateTokens: 0 };

function ask(store: Awaited<ReturnType<typeof openStore>>, exchangeId: string) {
  return store.reserve({
    exchangeId,
    keyId: 'key-1',
    accountId: 'default',
    limits: { requestsPerMinute: 2 },
    amounts,
    last: false,
    owner: 'me',
    lifeMs: 60_000,
  });
}

describe('without a Redis that responds', () => {
  it.each([
    ['refuses connections', async () => 'redis://127.0.0.1:1'],
    ['never answers', async () => `redis://127.0.0.1:${String(await listenSilently())}`],
  ])('that %s, the rates are kept here, and it is said once', async (_name, findUrl) => {
    const log: string[] = [];
    const store = await openStore(await findUrl(), log);
    const kinds = [];
    for (const id of ['a', 'b', 'c']) kinds.push((await ask(store, id)).kind);
    expect(kinds).toEqual(['granted', 'granted', 'refused']);
    expect(log).toEqual(['Redis does not answer; rates are shared out.']);
  });
});

async function listenSilently(): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => new Promise((resolve) => server.close(resolve)));
  server.on('connection', (socket) => endings.push(async () => void socket.destroy()));
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}
