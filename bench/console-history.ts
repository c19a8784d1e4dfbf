/** Fills an embedded store with keys and exchanges of the last thirty days; used by `console.ts`. */
import {
  createKeySecret,
  defaultAccountId,
  type ExchangeRecord,
  type Settlement,
} from '@parley/core';
import { createSqliteStore } from '@parley/store-sqlite';

export interface HistorySize {
  readonly keys: number;
  readonly exchanges: number;
}

const models = ['gpt-large', 'claude-large', 'gemini-fast', 'demo/echo', 'local/llama'] as const;
const upstreams = ['openai', 'anthropic', 'google'] as const;
const batch = 2_000;
const dayMs = 86_400_000;

/** @param path of the database file, which is created */
export async function writeHistory(path: string, size: HistorySize): Promise<void> {
  const store = await createSqliteStore({ path });
  const now = Date.now();
  try {
    for (let index = 0; index < size.keys; index += 1) {
      const { hash, display } = await createKeySecret();
      const createdAt = now - 40 * dayMs + index;
      await store.addKey(
        {
          id: keyId(index),
          name: `Key ${index} of a team`,
          accountId: defaultAccountId,
          groups: ['default'],
          limits: index % 3 === 0 ? { quota: { nanoUsd: 50_000_000_000, reset: 'month' } } : {},
          createdAt,
          disabled: index % 50 === 49,
        },
        { keyId: keyId(index), hash, display, createdAt },
      );
    }
    for (let from = 0; from < size.exchanges; from += batch) {
      const count = Math.min(batch, size.exchanges - from);
      await Promise.all(
        Array.from({ length: count }, (_, index) =>
          store.settle(toSettlement(from + index, size, now)),
        ),
      );
    }
  } finally {
    await store.close();
  }
}

function keyId(index: number): string {
  return `key-${String(index).padStart(5, '0')}`;
}

/** Creates an exchange; the same number gives the same exchange, except for the day. */
function toSettlement(serial: number, { keys, exchanges }: HistorySize, now: number): Settlement {
  const isFailed = serial % 37 === 0;
  const upstream = upstreams[serial % upstreams.length] ?? upstreams[0];
  const callName = models[serial % models.length] ?? models[0];
  const usage = {
    input: 400 + (serial % 900),
    cacheRead: serial % 2 === 0 ? 2_000 : 0,
    cacheWrite5m: serial % 5 === 0 ? 300 : 0,
    cacheWrite1h: 0,
    output: 60 + (serial % 240),
    reasoning: serial % 4 === 0 ? 50 : 0,
  };
  const nanoUsd = isFailed ? 0 : 1_500_000 + (serial % 1_000) * 10_000;
  const firstByteMs = 180 + ((serial * 7_919) % 1_700);
  const durationMs = firstByteMs + 400 + (serial % 3_000);
  // The group of the key has a multiplier of 1.25.
  const costNanoUsd = (nanoUsd / 5) * 4;
  const cost = { listNanoUsd: costNanoUsd, costNanoUsd, pricing: 'priced' } as const;
  const money = { ...cost, chargedNanoUsd: nanoUsd };
  const record: ExchangeRecord = {
    id: `req_${String(serial).padStart(12, '0')}`,
    keyId: keyId((serial * 31) % keys),
    accountId: defaultAccountId,
    group: 'default',
    endpoint: '/v1/chat/completions',
    inbound: 'openai-chat',
    outbound: 'openai-chat',
    callName,
    upstream,
    upstreamModel: callName,
    stream: serial % 3 !== 0,
    outcome: isFailed ? 'failed' : 'completed',
    status: isFailed ? 502 : 200,
    ...(isFailed && { errorCode: 'upstream-unavailable' as const }),
    attempts: 1,
    attemptRecords: [
      {
        number: 1,
        upstream,
        upstreamModel: callName,
        outbound: 'openai-chat',
        status: isFailed ? 503 : 200,
        startedMs: 3,
        ...(!isFailed && { firstByteMs, usage }),
        endedMs: durationMs,
        ...money,
      },
    ],
    ...(!isFailed && { usage, firstByteMs }),
    ...money,
    fidelity: 'exact',
    notes: [],
    startedAt: Math.round(now - 30 * dayMs * (1 - (serial + 1) / exchanges)),
    durationMs,
  };
  const charges = isFailed
    ? []
    : [
        {
          attempt: 1,
          upstream,
          upstreamModel: callName,
          usage,
          nanoUsd,
          ...cost,
        },
      ];
  return { record, charges, limits: {} };
}
