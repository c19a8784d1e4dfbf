/** Fills a store with at least one row of every kind; for the tests that copy a store. */
import {
  noUsage,
  type AccountRecord,
  type ExchangeRecord,
  type KeyRecord,
  type KeySecret,
  type ReservationRequest,
  type Settlement,
  type Store,
} from '@parley/core/store';

export const account: AccountRecord = {
  id: 'company',
  name: 'A “company” – 公司',
  models: ['fast', 'vendor/*'],
  prepaid: true,
  disabled: false,
  createdAt: 1,
};

/** A key with every field. */
export const key: KeyRecord = {
  id: 'key-1',
  name: `It's "one"`,
  accountId: account.id,
  groups: ['default', 'other'],
  models: ['fast*'],
  limits: {
    quota: { nanoUsd: 10_000_000, tokens: 1_000_000, reset: 'month' },
    windows: { '5h': 5_000_000, '7d': 9_000_000 },
    requestsPerMinute: 700,
    tokensPerMinute: 90_000,
    concurrency: 5,
  },
  allowedFrom: ['192.0.2.0/24', '2001:db8::/32'],
  deniedFrom: ['192.0.2.7'],
  createdAt: 2,
  expiresAt: 4_000_000_000_000,
  disabled: false,
};

export function secretOf(name: string): KeySecret {
  const hash = Buffer.from(name).toString('hex').padStart(64, '0');
  return { keyId: key.id, hash, display: `sk-${name}…`, createdAt: 3 };
}

/** An exchange with every field. */
export function recordOf(id: string, changes: Partial<ExchangeRecord> = {}): ExchangeRecord {
  return {
    id,
    keyId: key.id,
    accountId: account.id,
    group: 'default',
    endpoint: '/v1/messages',
    inbound: 'anthropic-messages',
    outbound: 'openai-chat',
    callName: 'fast',
    upstream: 'first',
    upstreamModel: 'vendor/model',
    stream: true,
    outcome: 'failed',
    status: 502,
    errorCode: 'upstream-unavailable',
    errorReason: 'upstream_unreachable',
    errorMessage: 'The connection to the upstream failed.',
    attempts: 1,
    attemptRecords: [
      {
        number: 1,
        upstream: 'first',
        upstreamModel: 'vendor/model',
        outbound: 'openai-chat',
        status: 502,
        errorCode: 'upstream-unavailable',
        message: 'Zu viele Aufrufe. 🙂',
        startedMs: 3,
        endedMs: 120,
        listNanoUsd: 0,
        chargedNanoUsd: 0,
      },
    ],
    usage: { ...noUsage, input: 11, cacheRead: 12, output: 13, reasoning: 14, estimated: true },
    listNanoUsd: 1_700,
    chargedNanoUsd: 1_800,
    pricing: 'priced',
    fidelity: 'lossy',
    notes: [{ path: 'top_k', action: 'dropped', reason: 'The upstream has no such setting. 🙂' }],
    startedAt: 1_700_000_000_000,
    authenticatedMs: 1,
    admittedMs: 2,
    firstByteMs: 120,
    durationMs: 4_500,
    ...changes,
  };
}

export function settlementOf(record: ExchangeRecord): Settlement {
  const { chargedNanoUsd: nanoUsd, listNanoUsd, pricing, usage } = record;
  const charge = { attempt: 1, nanoUsd, listNanoUsd, pricing, arithmetic: '{"lines":[]}' };
  const charges = [{ ...charge, upstream: 'first', ...(usage && { usage }) }];
  return { record, charges, limits: key.limits, reservation: { id: record.id, isLast: true } };
}

export function reserveRequest(id: string): ReservationRequest {
  const amounts = {
    nanoUsd: 2_000,
    leastNanoUsd: 1_000,
    tokens: 50,
    leastTokens: 10,
    rateTokens: 33,
  };
  return {
    id,
    keyId: key.id,
    accountId: account.id,
    limits: key.limits,
    amounts,
    last: true,
    owner: 'process-1',
    lifeMs: 45_000,
  };
}

/** Fills an empty store, including a reservation that a crashed process left. */
export async function fillStore(store: Store): Promise<void> {
  await fillKeys(store);
  await fillMoney(store);
  await fillAdministration(store);
  for (const id of ['resp-1', 'resp-2']) {
    const times = { createdAt: 1, expiresAt: 4_000_000_000_000 };
    const texts = { input: '[{"role":"user","content":"Grüße"}]', body: `{"id":"${id}"}` };
    await store.saveResponse({
      id,
      keyId: key.id,
      ...times,
      ...texts,
      itemIds: [`${id}-item`, 'i'],
    });
  }
}

async function fillKeys(store: Store): Promise<void> {
  await store.addAccount(account);
  await store.addKey(key, secretOf('old'));
  await store.rotateKey(secretOf('fresh'), 4_000_000_000_000);
  const bare = { name: '', accountId: 'default', limits: {}, createdAt: 0, disabled: true };
  for (const id of ['key-2', 'key-3']) {
    await store.addKey({ ...bare, id, groups: ['default'] }, { ...secretOf(id), keyId: id });
  }
  await store.deleteKey('key-3');
}

async function fillMoney(store: Store): Promise<void> {
  const credit = { id: 'c-1', kind: 'top-up', accountId: account.id, nanoUsd: 50_000_000 } as const;
  await store.credit({ ...credit, note: 'Invoice 7' });
  await store.reserve(reserveRequest('x-1'));
  await store.settle(settlementOf(recordOf('x-1')));
  const unpriced = { listNanoUsd: 0, chargedNanoUsd: 0, pricing: 'quarantined' } as const;
  await store.settle(settlementOf(recordOf('x-2', unpriced)));
  await store.settle(settlementOf(recordOf('x-3', unpriced)));
  const price = { nanoUsd: 77, listNanoUsd: 70, arithmetic: '{"lines":[]}' };
  await store.chargeQuarantined({ exchangeId: 'x-2', attempt: 1, ...price });
  const {
    outbound: _,
    upstream: _1,
    upstreamModel: _2,
    usage: _3,
    firstByteMs: _4,
    ...sparse
  } = recordOf('x-4', { keyId: 'key-2', accountId: 'default', attempts: 0, chargedNanoUsd: 0 });
  await store.settle({ record: sparse, charges: [], limits: {} });
  await store.reserve(reserveRequest('x-left'));
}

async function fillAdministration(store: Store): Promise<void> {
  const { hash, display } = secretOf('token');
  const token = { id: 'token-1', name: 'Operator', role: 'viewer', hash, display } as const;
  await store.addAdminToken({ ...token, createdAt: 5 });
  const identity = { issuer: 'https://id.example.org', subject: 'ada' };
  const user = { id: 'user-1', email: 'ada@example.org', role: 'admin', disabled: false } as const;
  await store.addUser({ ...user, name: 'Ada', invited: true, identity, createdAt: 5 });
  const subject = { subjectKind: 'key', subjectId: key.id };
  const entry = { id: 'audit-1', at: 6, actor: 'cli', action: 'key.create', ...subject };
  await store.addAuditEntry({ ...entry, detail: '{"name":"one"}' });
  const sealed = '{"provider":"openai","credential":{"sealed":"v1.c2VhbGVk"}}';
  await store.saveEntity({ kind: 'upstream', name: 'first', body: sealed, updatedAt: 7 });
  await store.saveEntity({ kind: 'group', name: 'default', body: '{}', updatedAt: 8 });
}
