/** Sample exchanges, with every field of the store contract or the fewest, and their settlements. */
import { defaultAccountId } from '@parley/core/store';
import type { ExchangeRecord, Settlement, Store } from '@parley/core/store';
import { sampleTime } from './time.ts';

/** What an attempt or an exchange used and costs, every number another one. */
const sampleCharge = {
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
} as const;

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
    ...sampleCharge,
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
    ...sampleCharge,
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
