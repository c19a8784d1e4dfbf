/** Sample records with every field of the store contract; used by this suite and by drivers' tests. */
import { defaultAccountId } from '@parley/core/store';
import type {
  AccountRecord,
  AdminTokenRecord,
  AuditEntry,
  EntityRecord,
  ExchangeRecord,
  FirstRecords,
  KeyRecord,
  KeySecret,
  NanoUsd,
  ReservationRequest,
  SessionRecord,
  Settlement,
  Store,
  StoredResponse,
  UserRecord,
} from '@parley/core/store';

/** The creation time of all samples, in milliseconds since 1970. */
export const sampleTime = 1_700_000_000_000;

/** A hash in the stored form, 64 hexadecimal digits, unique for each number. */
export function sampleHash(serial: number): string {
  return serial.toString(16).padStart(64, '0');
}

/** A prepaid account with every field; each number gives a different id. */
export function sampleAccount(serial: number, changes: Partial<AccountRecord> = {}): AccountRecord {
  return {
    id: `account-${String(serial)}`,
    name: 'A company',
    models: ['fast', 'vendor/*'],
    prepaid: true,
    disabled: false,
    createdAt: sampleTime + serial,
    ...changes,
  };
}

/** A key of the default account without an expiry; each number gives a different id. */
export function sampleKey(serial: number, changes: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id: `key-${String(serial)}`,
    name: 'Laptop',
    accountId: defaultAccountId,
    groups: ['default'],
    limits: {},
    createdAt: sampleTime + serial,
    disabled: false,
    ...changes,
  };
}

/** The secret of the key with the same number; each number gives a different hash. */
export function sampleSecret(serial: number, changes: Partial<KeySecret> = {}): KeySecret {
  return {
    keyId: `key-${String(serial)}`,
    hash: sampleHash(serial),
    display: 'sk-abcde…wxyz',
    createdAt: sampleTime + serial,
    ...changes,
  };
}

/** Adds a sample key with its secret. */
export async function addSampleKey(
  store: Store,
  serial: number,
  changes: Partial<KeyRecord> = {},
): Promise<KeyRecord> {
  const key = sampleKey(serial, changes);
  await store.addKey(key, sampleSecret(serial, { keyId: key.id }));
  return key;
}

/** A key and an admin token with the same number. */
export function sampleFirst(serial: number): FirstRecords {
  return {
    key: sampleKey(serial),
    secret: sampleSecret(serial),
    token: sampleAdminToken(serial),
  };
}

/** A session of an admin token that lasts an hour; each number gives a different hash. */
export function sampleSession(serial: number, changes: Partial<SessionRecord> = {}): SessionRecord {
  return {
    hash: sampleHash(serial),
    purpose: 'session',
    subject: { kind: 'token', reference: sampleHash(1_000 + serial) },
    createdAt: sampleTime,
    expiresAt: sampleTime + 3_600_000,
    ...changes,
  };
}

/** A user with every field; each number gives a different id and email address. */
export function sampleUser(serial: number, changes: Partial<UserRecord> = {}): UserRecord {
  return {
    id: `user-${String(serial)}`,
    email: `ada${String(serial)}@example.org`,
    name: 'Ada é 🦜',
    role: 'viewer',
    disabled: false,
    invited: true,
    identity: { issuer: 'https://id.example.org', subject: `subject-${String(serial)}` },
    createdAt: sampleTime + serial,
    lastSignedInAt: sampleTime + 60_000,
    ...changes,
  };
}

export function sampleAdminToken(
  serial: number,
  changes: Partial<AdminTokenRecord> = {},
): AdminTokenRecord {
  return {
    id: `token-${String(serial)}`,
    name: 'Operator',
    role: 'admin',
    hash: sampleHash(serial),
    display: 'pa-abcde…wxyz',
    createdAt: sampleTime + serial,
    ...changes,
  };
}

export function sampleAuditEntry(serial: number, changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: `audit-${String(serial)}`,
    at: sampleTime + serial,
    actor: 'token:token-1',
    action: 'key.create',
    subjectKind: 'key',
    subjectId: 'key-1',
    detail: '{"name":"Laptop"}',
    ...changes,
  };
}

export function sampleEntity(name: string, changes: Partial<EntityRecord> = {}): EntityRecord {
  return {
    kind: 'model',
    name,
    body: '{"targets":[{"upstream":"first","model":"vendor/model-1"}]}',
    updatedAt: sampleTime,
    ...changes,
  };
}

/** A rejected attempt, and one with every field that ended in the middle. */
export const sampleAttempts: ExchangeRecord['attemptRecords'] = [
  {
    number: 1,
    upstream: 'other',
    upstreamModel: 'model-2',
    outbound: 'anthropic-messages',
    startedMs: 8,
    endedMs: 9,
    listNanoUsd: 0,
    chargedNanoUsd: 0,
  },
  {
    number: 2,
    upstream: 'first',
    upstreamModel: 'vendor/model-1',
    outbound: 'openai-chat',
    status: 200,
    errorCode: 'upstream-unavailable',
    reason: 'upstream_unreachable',
    message: 'The connection to the upstream failed.',
    startedMs: 9,
    firstByteMs: 110,
    endedMs: 4_490,
    usage: {
      input: 11,
      cacheRead: 12,
      cacheWrite5m: 13,
      cacheWrite1h: 14,
      output: 15,
      reasoning: 16,
      estimated: true,
    },
    listNanoUsd: 1_700,
    chargedNanoUsd: 1_800,
    costNanoUsd: 1_500,
    pricing: 'priced',
  },
];

/** An exchange with every field. */
export function sampleExchange(id: string, changes: Partial<ExchangeRecord> = {}): ExchangeRecord {
  return {
    id,
    keyId: 'key-1',
    accountId: defaultAccountId,
    group: 'default',
    endpoint: '/v1/messages',
    inbound: 'anthropic-messages',
    outbound: 'openai-chat',
    callName: 'fast',
    upstream: 'first',
    upstreamModel: 'vendor/model-1',
    stream: true,
    outcome: 'failed',
    status: 502,
    errorCode: 'upstream-unavailable',
    errorReason: 'upstream_unreachable',
    errorMessage: 'The connection to the upstream failed.',
    attempts: 2,
    attemptRecords: sampleAttempts,
    usage: {
      input: 11,
      cacheRead: 12,
      cacheWrite5m: 13,
      cacheWrite1h: 14,
      output: 15,
      reasoning: 16,
      estimated: true,
    },
    listNanoUsd: 1_700,
    chargedNanoUsd: 1_800,
    costNanoUsd: 1_500,
    pricing: 'priced',
    fidelity: 'lossy',
    notes: [
      { path: 'top_k', action: 'dropped', reason: 'The upstream has no such setting.' },
      { path: 'system', action: 'moved', reason: 'It became the first message.' },
    ],
    startedAt: sampleTime,
    authenticatedMs: 3,
    admittedMs: 7,
    firstByteMs: 120,
    durationMs: 4_500,
    ...changes,
  };
}

/** An exchange with only the required fields. */
export function sparseExchange(id: string): ExchangeRecord {
  return {
    id,
    keyId: 'key-1',
    accountId: defaultAccountId,
    group: 'default',
    endpoint: '/v1/chat/completions',
    inbound: 'openai-chat',
    callName: '',
    stream: false,
    outcome: 'completed',
    status: 200,
    attempts: 0,
    attemptRecords: [],
    listNanoUsd: 0,
    chargedNanoUsd: 0,
    pricing: 'free',
    fidelity: 'exact',
    notes: [],
    startedAt: 0,
    durationMs: 0,
  };
}

/** The settlement of an exchange as one charge from its record, for a key without limits. It ends its reservation. */
export function settlementOf(
  record: ExchangeRecord,
  changes: Partial<Settlement> = {},
): Settlement {
  const { chargedNanoUsd: nanoUsd, listNanoUsd, pricing, upstream, upstreamModel, usage } = record;
  const charge = {
    attempt: 1,
    nanoUsd,
    listNanoUsd,
    pricing,
    ...(upstream !== undefined && { upstream }),
    ...(upstreamModel !== undefined && { upstreamModel }),
    ...(usage && { usage }),
  };
  return {
    record,
    charges: record.attempts > 0 ? [charge] : [],
    limits: {},
    reservation: { id: record.id, isLast: true },
    ...changes,
  };
}

/** Settles a sample exchange. */
export async function settleSample(
  store: Store,
  id: string,
  changes: Partial<ExchangeRecord> = {},
): Promise<ExchangeRecord> {
  const record = sampleExchange(id, changes);
  await store.settle(settlementOf(record));
  return record;
}

/** The amounts of a reservation; the minimum equals the whole amount by default. */
export interface SampleAmounts extends Partial<Omit<ReservationRequest['amounts'], 'nanoUsd'>> {
  readonly nanoUsd: NanoUsd;
  readonly last?: boolean;
  readonly owner?: string;
  readonly lifeMs?: number;
  readonly ahead?: number;
}

/** A reservation request of a key, with a lifetime of one minute by default. */
export function reservationRequestOf(
  id: string,
  { id: keyId, accountId, limits }: KeyRecord,
  { last = false, owner = 'process-1', lifeMs = 60_000, ahead = 0, ...wanted }: SampleAmounts,
): ReservationRequest {
  const { nanoUsd, tokens = 0 } = wanted;
  const amounts = { leastNanoUsd: nanoUsd, tokens, leastTokens: tokens, rateTokens: 0, ...wanted };
  return { id, keyId, accountId, limits, amounts, ahead, last, owner, lifeMs };
}

/** The settlement of an exchange with this cost. */
export function settlementOfCost(
  id: string,
  { id: keyId, accountId, limits }: KeyRecord,
  nanoUsd: NanoUsd,
): Settlement {
  const record = sampleExchange(id, {
    keyId,
    accountId,
    listNanoUsd: nanoUsd,
    chargedNanoUsd: nanoUsd,
  });
  return settlementOf(record, { limits });
}

/** A stored response that is kept for one day. */
export function sampleResponse(id: string, changes: Partial<StoredResponse> = {}): StoredResponse {
  return {
    id,
    keyId: 'key-1',
    createdAt: sampleTime,
    expiresAt: sampleTime + 86_400_000,
    input: '[{"role":"user","content":"Hi"}]',
    body: '{"id":"resp-1","output":[]}',
    itemIds: [`${id}-item`],
    ...changes,
  };
}
