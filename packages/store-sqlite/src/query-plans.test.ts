import { DatabaseSync } from 'node:sqlite';
import type { ReservationRequest, Store } from '@parley/core/store';
import { createSqlStore, migrateToLatest } from '@parley/store-sql';
import type { Schema } from '@parley/store-sql';
import { addSampleKey, sampleHash, sampleResponse, settleSample } from '@parley/store-suite';
import { Kysely } from 'kysely';
import type { CompiledQuery } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createSqliteDialect } from './dialect/sqlite-dialect.ts';

/** A store on a new database, and SQLite's plans of all queries since the last call. */
async function openExplained() {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => {
    database.close();
  });
  const queries: CompiledQuery[] = [];
  const kysely = new Kysely<Schema>({
    dialect: createSqliteDialect(database, { busyTimeoutMs: 0 }),
    log: ({ query }) => {
      queries.push(query);
    },
  });
  await migrateToLatest(kysely);
  queries.length = 0;
  const facts = { dialect: 'sqlite', rowLocks: false, now: () => Promise.resolve(0) } as const;
  const store = createSqlStore(kysely, { facts, closeDatabase: () => undefined });
  const explain = (): readonly string[] =>
    queries.splice(0).flatMap(({ sql }) =>
      database
        .prepare(`explain query plan ${sql}`)
        .all()
        .map((row) => String(row['detail'])),
    );
  return { store, explain };
}

const page = { limit: 10 };
const after = { startedAt: 5, id: 'x-1' };
const account = { accountId: 'default' };

/** Queries that run often, or read tables that grow without limit. */
const lookUps: readonly (readonly [string, (store: Store) => Promise<unknown>])[] = [
  ['findKey', (store) => store.findKey(sampleHash(1))],
  ['readKey', (store) => store.readKey('key-1')],
  ['listKeys', (store) => store.listKeys({ ...page, afterId: 'key-1' })],
  ['listKeys of an account', (store) => store.listKeys({ ...page, ...account, afterId: 'key-1' })],
  ['readKeyNames', (store) => store.readKeyNames(['key-1', 'key-2'])],
  ['rotateKey', (store) => store.rotateKey({ ...secret, keyId: 'key-1' }, 5)],
  ['deleteKey', (store) => store.deleteKey('key-1')],
  ['deleteAccount', (store) => store.deleteAccount('account-1')],
  ['listAccounts', (store) => store.listAccounts({ ...page, afterId: 'a' })],
  ['findExchange', (store) => store.findExchange('x-1')],
  ['listExchanges', (store) => store.listExchanges(page)],
  ['listExchanges after', (store) => store.listExchanges({ ...page, after })],
  ['listExchanges in time', (store) => store.listExchanges({ ...page, from: 1, until: 2 })],
  ['listExchanges of a key', (store) => store.listExchanges({ ...page, keyId: 'k', after })],
  ['… of a key in time', (store) => store.listExchanges({ ...page, keyId: 'k', from: 1 })],
  ['… of an account', (store) => store.listExchanges({ ...page, accountId: 'default', after })],
  ['… in quarantine', (store) => store.listExchanges({ ...page, pricing: 'quarantined' })],
  ['findExchanges', (store) => store.findExchanges(['x-1', 'x-2'])],
  ['deleteExchanges', (store) => store.deleteExchanges({ before: 5, limit: 10 })],
  ['deleteAudit', (store) => store.deleteAudit({ before: 5, limit: 10 })],
  ['listAudit', (store) => store.listAudit({ ...page, after: { at: 5, id: 'a' } })],
  ['listAudit of an actor', (store) => store.listAudit({ ...page, actor: 'cli' })],
  ['listAudit of a thing', (store) => store.listAudit({ ...page, ...subject })],
  ['findAdminToken', (store) => store.findAdminToken(sampleHash(1))],
  ['findSession', (store) => store.findSession(sampleHash(1))],
  ['deleteSession', (store) => store.deleteSession(sampleHash(1))],
  ['deleteExpiredSessions', (store) => store.deleteExpiredSessions(1)],
  ['readUser', (store) => store.readUser('user-1')],
  ['findUser', (store) => store.findUser('ada@example.org')],
  ['saveResponse', (store) => store.saveResponse(sampleResponse('resp-1'))],
  ['findResponse', (store) => store.findResponse('key-1', 'resp-1')],
  ['listPendingResponses', (store) => store.listPendingResponses(100)],
  ['findResponsesByItem', (store) => store.findResponsesByItem('key-1', ['item-1'])],
  ['sumConversations', (store) => store.sumConversations('key-1', 5)],
  ['trimResponses', (store) => store.trimResponses('key-1', { count: 5, length: 5 })],
  ['deleteResponse', (store) => store.deleteResponse('key-1', 'resp-1')],
  ['reserve', (store) => store.reserve(reservation)],
  ['settle', (store) => settleSample(store, 'x-1')],
  ['release', (store) => store.release('x-1')],
  ['renewReservations', (store) => store.renewReservations('owner', 1_000)],
  ['releaseExpired', (store) => store.releaseExpired()],
  ['credit', (store) => store.credit({ ...topUp, accountId: 'default' })],
  ['listLedger', (store) => store.listLedger(page)],
  ['listLedger of a key', (store) => store.listLedger({ ...page, keyId: 'key-1', from: 1 })],
  ['… of an account', (store) => store.listLedger({ ...page, accountId: 'default' })],
  ['… of an exchange', (store) => store.listLedger({ ...page, exchangeId: 'x-1' })],
  ['sumUsage of a key', (store) => store.sumUsage({ by: ['time'], keyId: 'k', from: 1 })],
  ['sumUsage in time', (store) => store.sumUsage({ by: [], from: 1, until: 2_000_000 })],
];

const reservation: ReservationRequest = {
  id: 'x-1',
  keyId: 'key-1',
  accountId: 'default',
  limits: { concurrency: 1 },
  amounts: { nanoUsd: 0, leastNanoUsd: 0, tokens: 0, leastTokens: 0, rateTokens: 0 },
  last: true,
  owner: 'owner',
  lifeMs: 1_000,
};
const topUp = { id: 'credit-1', kind: 'top-up', nanoUsd: 1 } as const;
const subject = { subjectKind: 'key', subjectId: 'key-1' };
const secret = { hash: sampleHash(9), display: 'sk-other…0009', createdAt: 1 };

it.each(lookUps)('reads through an index: %s', async (_name, lookUp) => {
  const { store, explain } = await openExplained();
  await addSampleKey(store, 1);
  explain();
  await lookUp(store);
  const plan = explain();
  expect(
    plan.filter((step) => /^SCAN (?!.*USING INDEX|.* VALUES CLAUSE)/.test(step)),
  ).toStrictEqual([]);
  expect(plan.join('\n')).toMatch(/SEARCH|USING INDEX/);
});

const lists = lookUps.filter(([name]) => /^(list|…)/.test(name));

/** Rows of the same millisecond are sorted by their id, and the newest of a key's few secrets by its last terms. */
it.each(lists)('reads in order and sorts no list: %s', async (_name, lookUp) => {
  const { store, explain } = await openExplained();
  await lookUp(store);
  expect(explain()).not.toContain('USE TEMP B-TREE FOR ORDER BY');
});

it.each([
  [{ from: 1, until: 2 }, /SEARCH exchanges USING COVERING INDEX exchanges_by_start/],
  [{ keyId: 'k', from: 1 }, /SEARCH exchanges USING (?:COVERING )?INDEX exchanges_by_key/],
  [{ accountId: 'default' }, /SEARCH exchanges USING (?:COVERING )?INDEX exchanges_by_account/],
])('measures latency of %j through an index: %s', async (query, index) => {
  const { store, explain } = await openExplained();
  await store.measureLatency(query);
  const steps = explain().filter((step) => step.includes(' exchanges '));
  expect(steps.length).toBeGreaterThan(0);
  for (const step of steps) expect(step).toMatch(index);
});

it.each([{}, { keyId: 'k' }, { accountId: 'a', until: 9 }])(
  'finds the edge of a search of %j in an index alone',
  async (conditions) => {
    const { store, explain } = await openExplained();
    await store.findExchangeStart({ ...conditions, newer: 50_000 });
    expect(explain().join('\n')).toMatch(/USING COVERING INDEX exchanges_by/);
  },
);

it.each([
  [{ text: 'x' }, /exchanges_by_start \(started_at>\?/],
  [{ status: { from: 500, to: 599 } }, /exchanges_by_start \(started_at>\?/],
  [{ keyId: 'k', text: 'x' }, /exchanges_by_key \(key_id=\? AND started_at>\?/],
])('searches for %j only behind the edge', async (conditions, search) => {
  const { store, explain } = await openExplained();
  await store.listExchanges({ ...page, ...conditions, from: 5, after });
  expect(explain().join('\n')).toMatch(search);
});

it.each(['keyId', 'accountId', 'callName'] as const)(
  'sums up the usage of a time by %s, and reads no row of other times',
  async (dimension) => {
    const { store, explain } = await openExplained();
    await store.sumUsage({ by: [dimension], from: 1, until: 2_000_000 });
    expect(explain().join('\n')).toMatch(/usage_sums_by_step \(step>\?/);
  },
);

it.each([{}, { keyId: 'k' }, { accountId: 'default', pricing: 'quarantined' as const }])(
  'looks at the newest settlements of %j alone, in their order',
  async (conditions) => {
    const { store, explain } = await openExplained();
    await store.listSettled({ ...conditions, since: 1, limit: 10 });
    const plan = explain().join('\n');
    expect(plan).toMatch(/SEARCH exchanges USING (?:COVERING )?INDEX exchanges_by_settlement/);
    expect(plan).not.toContain('USE TEMP B-TREE FOR ORDER BY');
  },
);
