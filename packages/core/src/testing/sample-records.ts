/** Records of exchanges, for tests of lists and reports. */
import { noUsage, type ExchangeRecord } from '../store/index.ts';
import type { TestGateway } from './test-gateway.ts';

/** When the first exchange started. */
export const sampleStart = Date.parse('2026-11-20T12:00:00Z');

/**
 * The record of a free exchange that has completed, with the fields that all have; a test changes those it is about.
 */
export function createRecord(changes: Partial<ExchangeRecord> = {}): ExchangeRecord {
  return {
    id: 'req_0',
    keyId: 'key_1',
    accountId: 'default',
    group: 'default',
    endpoint: '/v1/messages',
    inbound: 'anthropic-messages',
    callName: 'm',
    stream: false,
    outcome: 'completed',
    status: 200,
    attempts: 1,
    attemptRecords: [],
    listNanoUsd: 0,
    chargedNanoUsd: 0,
    pricing: 'free',
    fidelity: 'exact',
    notes: [],
    startedAt: 0,
    durationMs: 1,
    ...changes,
  };
}

/** One completed exchange. */
export const sampleRecord = createRecord({
  endpoint: '/v1/chat/completions',
  inbound: 'openai-chat',
  outbound: 'openai-chat',
  upstream: 'up0',
  upstreamModel: 'scripted-model',
  usage: { ...noUsage, input: 10, cacheRead: 5, output: 3 },
  listNanoUsd: 1_000,
  chargedNanoUsd: 1_000,
  pricing: 'priced',
  startedAt: sampleStart,
  firstByteMs: 5,
  durationMs: 9,
});

/** Five exchanges, one minute apart. */
const changes: readonly Partial<ExchangeRecord>[] = [
  {},
  { id: 'req_1', keyId: 'key_2', callName: '=1+2|cmd', outcome: 'failed', status: 502 },
  { id: 'req_2', accountId: 'other', group: 'team', pricing: 'free', chargedNanoUsd: 0 },
  { id: 'req_3', callName: 'say "hi", twice\r\n', upstream: 'up1' },
  { id: 'req_4', callName: '@sum', outcome: 'canceled', status: 499 },
];
const samples = changes.map((change, index): ExchangeRecord => ({
  ...sampleRecord,
  ...change,
  startedAt: sampleStart + index * 60_000,
}));

/** Settles all of them, each with its charge. */
export async function settleSamples({ store }: TestGateway): Promise<void> {
  for (const record of samples) {
    const { listNanoUsd, pricing, usage = noUsage, chargedNanoUsd: nanoUsd } = record;
    const charge = { attempt: 1, nanoUsd, listNanoUsd, pricing, usage };
    await store.settle({ record, charges: [charge], limits: {} });
  }
}
