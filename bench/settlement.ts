/** A typical settlement; used by `ledger.ts` and `populations.ts`. */
import type { KeyRecord, Settlement } from '@parley/core';

/** The settlement of a typical exchange of a key. */
export function settlementOf(id: string, key: KeyRecord, startedAt: number): Settlement {
  const upstream = { upstream: 'first', upstreamModel: 'vendor/model-1' };
  const usage = {
    input: 900,
    cacheRead: 90,
    cacheWrite5m: 9,
    cacheWrite1h: 0,
    output: 80,
    reasoning: 8,
  };
  const cost = { listNanoUsd: 1_000, pricing: 'priced' } as const;
  const charge = { attempt: 1, nanoUsd: 1_000, arithmetic: '{"price":"known","lines":[]}' };
  return {
    limits: key.limits,
    reservation: { id, isLast: true },
    charges: [{ ...charge, ...cost, ...upstream, usage }],
    record: {
      id,
      keyId: key.id,
      accountId: key.accountId,
      group: 'default',
      endpoint: '/v1/messages',
      inbound: 'anthropic-messages',
      outbound: 'openai-chat',
      callName: 'fast',
      ...upstream,
      stream: true,
      outcome: 'completed',
      status: 200,
      attempts: 1,
      attemptRecords: [
        {
          ...{ number: 1, ...upstream, outbound: 'openai-chat', status: 200 },
          ...{ startedMs: 3, firstByteMs: 410, endedMs: 4_490 },
          ...{ usage, ...cost, chargedNanoUsd: charge.nanoUsd },
        },
      ],
      usage,
      ...cost,
      chargedNanoUsd: charge.nanoUsd,
      fidelity: 'exact',
      notes: [],
      startedAt,
      durationMs: 4_500,
    },
  };
}
