/** A search finds what is older than the requests that the gateway searches for one page, and Home knows every key. */
import type { KeyRecord, Store } from '@parley/core';
import { createSqliteStore } from '@parley/store-sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

/** More than twice as many as are searched at once. */
const count = 120_000;

describe.skipIf(browserPath === '')('a long history', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-history-'));
  let testGateway: TestGateway;
  beforeAll(async () => {
    await fill(join(folder, 'parley.db'));
    testGateway = await startTestGateway('node', { PARLEY_DATA: folder });
  }, 120_000);
  afterAll(async () => {
    await testGateway.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['/requests?query=needle', '502 · failed'],
    ['/requests?model=the-oldest', '502 · failed'],
    ['/requests?query=nowhere', 'No request matches these filters'],
  ])('is searched to its end: %s', async (path, text) => {
    const { page, go, complaints, close } = await testGateway.visit();
    const pages: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/admin/v1/exchanges?')) pages.push(response.url());
    });
    await go(path);
    await page.locator('main').getByText(text).first().waitFor();
    await expect.poll(() => pages).toHaveLength(3);
    expect(complaints).toEqual([]);
    await close();
  });

  it('keeps no key from the warnings of Home', async () => {
    const { page, go, complaints, close } = await testGateway.visit();
    await go('/');
    const warnings = page.getByRole('region', { name: 'Needs attention' });
    await warnings.getByText('ending').waitFor();
    await warnings.getByText('used-up').waitFor();
    const texts = await warnings.getByRole('listitem').allInnerTexts();
    expect(texts.map((text) => /“(.+)”/.exec(text)?.[1])).toEqual(['used-up', 'sooner', 'ending']);
    expect(complaints).toEqual([]);
    await close();
  });

  it('is listed in full pages without a search', async () => {
    const { page, go, close } = await testGateway.visit();
    await go('/requests');
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('101');
    await page.getByRole('button', { name: 'Load more' }).waitFor();
    await close();
  });
});

const dayMs = 86_400_000;
/** More than one page of the API holds. */
const newKeys = 1_001;

/** The oldest keys are used up or expire soon, one of them after a life of two days. */
async function fillKeys(store: Store): Promise<void> {
  const now = Date.now();
  const old = now - 30 * dayMs;
  await addKey(store, { id: 'used-up', limits: { quota: { nanoUsd: 0, reset: 'none' } } });
  await addKey(store, { id: 'ending', createdAt: old, expiresAt: now + 2 * dayMs });
  await addKey(store, { id: 'sooner', createdAt: old - 1, expiresAt: now + dayMs });
  await addKey(store, { id: 'short', createdAt: now - dayMs, expiresAt: now + dayMs });
  for (let serial = 0; serial < newKeys; serial += 1) {
    await addKey(store, { id: `new-${serial}`, createdAt: now });
  }
}

async function addKey(store: Store, key: Partial<KeyRecord> & { readonly id: string }) {
  const common = { name: key.id, accountId: 'default', limits: {}, createdAt: 0, disabled: false };
  const hash = Buffer.from(key.id).toString('hex').padStart(64, '0');
  const secret = { keyId: key.id, hash, display: 'sk-parley-…', createdAt: 0 };
  await store.addKey({ ...common, groups: ['default'], ...key }, secret);
}

/** Writes one exchange a second until now; only the oldest failed, and has a name of its own. */
async function fill(path: string): Promise<void> {
  const store = await createSqliteStore({ path });
  await fillKeys(store);
  await store.close();
  const database = new DatabaseSync(path);
  database.exec('pragma synchronous = off');
  const insert = database.prepare(`
    insert into exchanges (id, key_id, account_id, group_name, endpoint, inbound, call_name, stream, outcome,
      status, error_message, attempts, attempt_records, list_nano_usd, charged_nano_usd, pricing, fidelity, notes,
      started_at, duration_ms, settled_at)
    with recursive serials (n) as (select 0 union all select n + 1 from serials where n < $last)
    select 'req_' || n, 'key-1', 'default', 'default', '/v1/messages', 'anthropic-messages',
      iif(n = 0, 'the-oldest', 'demo/echo'), 0, iif(n = 0, 'failed', 'completed'), iif(n = 0, 502, 200),
      iif(n = 0, 'The needle broke.', null), 0, '[]', 0, 0, 'free', 'exact', '[]',
      $end - ($last - n) * 1000, 5, $end - ($last - n) * 1000
    from serials`);
  insert.run({ $last: count - 1, $end: Date.now() });
  database.close();
}
