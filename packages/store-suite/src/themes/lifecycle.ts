/** Tests of opening and closing a store; part of the store suite. */
import { StoreUnavailableError, defaultAccountId, encodeSettlement } from '@parley/core/store';
import type { ReservationRequest, Store } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness, StoreSupport } from '../harness.ts';
import {
  addSampleKey,
  sampleAccount,
  sampleAdminToken,
  sampleAuditEntry,
  sampleEntity,
  sampleExchange,
  sampleHash,
  sampleKey,
  sampleResponse,
  sampleSecret,
  sampleSession,
  sampleUser,
  settlementOf,
  settleSample,
} from '../samples/index.ts';

export function describeLifecycle(open: OpenHarness, supports: StoreSupport): void {
  describe('lifecycle', () => {
    describeClosedStore(open);
    describeOpenStore(open);
  });
  describe.skipIf(!supports.persistence)('lifecycle of kept data', () => {
    describeKeptData(open);
  });
}

const sampleReserve: ReservationRequest = {
  id: 'x-1',
  keyId: 'key-1',
  accountId: defaultAccountId,
  limits: { concurrency: 1 },
  amounts: { nanoUsd: 0, leastNanoUsd: 0, tokens: 0, leastTokens: 0, rateTokens: 0 },
  last: true,
  owner: 'owner',
  lifeMs: 1_000,
};

const sampleQuarantinedCharge = {
  exchangeId: 'x-1',
  attempt: 1,
  nanoUsd: 1,
  listNanoUsd: 1,
  arithmetic: '{}',
};

type Verb = Exclude<keyof Store, 'close'>;

/** Calls every method of the contract; the type makes sure that none is missing. */
const everyCall: Readonly<Record<Verb, (store: Store) => Promise<unknown>>> = {
  addKey: (store) => addSampleKey(store, 1),
  findKey: (store) => store.findKey(sampleHash(1)),
  readKey: (store) => store.readKey('key-1'),
  listKeys: (store) => store.listKeys({ limit: 1 }),
  readKeyNames: (store) => store.readKeyNames(['key-1']),
  changeKey: (store) => store.changeKey('key-1', { disabled: true }),
  rotateKey: (store) => store.rotateKey(sampleSecret(1), 0),
  deleteKey: (store) => store.deleteKey('key-1'),
  addAccount: (store) => store.addAccount(sampleAccount(1)),
  readAccount: (store) => store.readAccount('account-1'),
  listAccounts: (store) => store.listAccounts({ limit: 1 }),
  changeAccount: (store) => store.changeAccount('account-1', { disabled: true }),
  deleteAccount: (store) => store.deleteAccount('account-1'),
  reserve: (store) => store.reserve(sampleReserve),
  extendReservation: (store) =>
    store.extendReservation({ ...sampleReserve, moreNanoUsd: 1, moreTokens: 1, overdraft: false }),
  settle: (store) => settleSample(store, 'x-1'),
  settleBatch: (store) =>
    store.settleBatch([encodeSettlement(settlementOf(sampleExchange('x-1')))]),
  release: (store) => store.release('x-1'),
  renewReservations: (store) => store.renewReservations('owner', 1_000),
  releaseExpired: (store) => store.releaseExpired(),
  credit: (store) =>
    store.credit({ id: 'credit-1', kind: 'top-up', accountId: 'account-1', nanoUsd: 1 }),
  chargeQuarantined: (store) => store.chargeQuarantined(sampleQuarantinedCharge),
  listLedger: (store) => store.listLedger({ limit: 1 }),
  checkLedger: (store) => store.checkLedger(),
  addFirst: (store) =>
    store.addFirst({ key: sampleKey(1), secret: sampleSecret(1), token: sampleAdminToken(1) }),
  addAdminToken: (store) => store.addAdminToken(sampleAdminToken(1)),
  findAdminToken: (store) => store.findAdminToken(sampleHash(1)),
  listAdminTokens: (store) => store.listAdminTokens(),
  deleteAdminToken: (store) => store.deleteAdminToken('token-1'),
  addAuditEntry: (store) => store.addAuditEntry(sampleAuditEntry(1)),
  listAudit: (store) => store.listAudit({ limit: 1 }),
  addSession: (store) => store.addSession(sampleSession(1)),
  findSession: (store) => store.findSession(sampleHash(1)),
  deleteSession: (store) => store.deleteSession(sampleHash(1)),
  deleteExpiredSessions: (store) => store.deleteExpiredSessions(1),
  addUser: (store) => store.addUser(sampleUser(1)),
  readUser: (store) => store.readUser('user-1'),
  findUser: (store) => store.findUser('ada1@example.org'),
  listUsers: (store) => store.listUsers({ limit: 1 }),
  changeUser: (store) => store.changeUser('user-1', { disabled: true }),
  deleteUser: (store) => store.deleteUser('user-1'),
  findExchange: (store) => store.findExchange('x-1'),
  findExchanges: (store) => store.findExchanges(['x-1']),
  listSettled: (store) => store.listSettled({ since: 0, limit: 1 }),
  readTime: (store) => store.readTime(),
  deleteExchanges: (store) => store.deleteExchanges({ before: 0, limit: 1 }),
  deleteAudit: (store) => store.deleteAudit({ before: 0, limit: 1 }),
  listExchanges: (store) => store.listExchanges({ limit: 1 }),
  findExchangeStart: (store) => store.findExchangeStart({ newer: 0 }),
  sumUsage: (store) => store.sumUsage({ by: [] }),
  measureLatency: (store) => store.measureLatency({}),
  readEntityVersion: (store) => store.readEntityVersion(),
  readEntities: (store) => store.readEntities(),
  saveEntity: (store) => store.saveEntity(sampleEntity('fast')),
  deleteEntity: (store) => store.deleteEntity('model', 'fast'),
  saveResponse: (store) => store.saveResponse(sampleResponse('resp-1')),
  replaceResponse: (store) => store.replaceResponse(sampleResponse('resp-1')),
  findResponse: (store) => store.findResponse('key-1', 'resp-1'),
  listPendingResponses: (store) => store.listPendingResponses(1),
  findResponsesByItem: (store) => store.findResponsesByItem('key-1', ['item-1']),
  sumConversations: (store) => store.sumConversations('key-1', 0),
  trimResponses: (store) => store.trimResponses('key-1', { count: 0, length: 0 }),
  deleteResponse: (store) => store.deleteResponse('key-1', 'resp-1'),
  check: (store) => store.check(),
};

function describeClosedStore(open: OpenHarness): void {
  it.each(Object.entries(everyCall))('rejects %s once it is closed', async (_name, call) => {
    const { store } = await open();
    await store.close();
    await expect(call(store)).rejects.toBeInstanceOf(StoreUnavailableError);
  });

  it.each(Object.entries(everyCall))('rejects %s while it is closing', async (_name, call) => {
    const { store } = await open();
    const closing = store.close();
    await expect(call(store)).rejects.toBeInstanceOf(StoreUnavailableError);
    await closing;
  });

  it('can be closed again', async () => {
    const { store } = await open();
    await Promise.all([store.close(), store.close()]);
    await store.close();
  });
}

function describeOpenStore(open: OpenHarness): void {
  it('is healthy when it is open, empty or not', async () => {
    const { store } = await open();
    await store.check();
    await settleSample(store, 'x-1');
    await store.check();
  });

  it('settles every write that was under way when it was closed', async () => {
    const { store } = await open();
    const writes = [settleSample(store, 'x-1'), addSampleKey(store, 1), settleSample(store, 'x-2')];
    await store.close();
    await Promise.all(writes);
  });
}

function describeKeptData(open: OpenHarness): void {
  it('still has everything when it is opened again', async () => {
    const { store, reopen } = await open();
    await addSampleKey(store, 1);
    await store.addAdminToken(sampleAdminToken(2));
    await settleSample(store, 'x-1');
    await store.close();
    const again = await reopen();
    expect((await again.findKey(sampleHash(1)))?.key).toStrictEqual(sampleKey(1));
    expect(await again.findAdminToken(sampleHash(2))).toStrictEqual(sampleAdminToken(2));
    expect(await again.findExchange('x-1')).toStrictEqual(sampleExchange('x-1'));
  });

  it('has what was being written when it was closed', async () => {
    const { store, reopen } = await open();
    const ids = Array.from({ length: 300 }, (_, index) => `x-${String(index)}`);
    const writes = ids.map((id) => settleSample(store, id));
    await store.close();
    await Promise.all(writes);
    const again = await reopen();
    const found = await Promise.all(ids.map((id) => again.findExchange(id)));
    expect(found.map((record) => record?.id)).toStrictEqual(ids);
  });
}
