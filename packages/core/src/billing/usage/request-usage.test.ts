import { noUsage } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../store/index.ts';
import { sampleRecord } from '../../testing/sample-records.ts';
import { encodeRequestUsage } from './request-usage.ts';

const entry: LedgerEntry = {
  ...{ id: 'l-1', at: 0, kind: 'charge', accountId: 'default', nanoUsd: 1_500_000_000 },
};

describe('the report of one request', () => {
  it('counts each kind of token and what was charged', () => {
    const usage = {
      ...{ input: 10, cacheRead: 5, cacheWrite5m: 2, cacheWrite1h: 1, output: 3, reasoning: 4 },
    };
    const record = { ...sampleRecord, usage: { ...noUsage, ...usage } };
    expect(encodeRequestUsage(record, [entry])).toMatchObject({
      ...{ object: 'request.usage', scope: 'key', currency: 'USD', request_id: 'req_0' },
      ...{ created_at: '2026-11-20T12:00:00.000Z', duration_ms: 9, first_byte_ms: 5 },
      usage: {
        ...{ input_tokens: 10, output_tokens: 7, reasoning_tokens: 4, cache_creation_tokens: 3 },
        ...{ cache_read_tokens: 5, total_tokens: 25, estimated: false },
      },
      attempts: [{ attempt: 1, actual_cost: 1.5, explanation: [] }],
    });
  });

  it('says which attempt was charged, and that a count is an estimate', () => {
    const record = { ...sampleRecord, usage: { ...noUsage, estimated: true } };
    expect(encodeRequestUsage(record, [{ ...entry, attempt: 2 }])).toMatchObject({
      usage: { estimated: true },
      attempts: [{ attempt: 2 }],
    });
  });

  it('has neither a first byte nor tokens where there were none', () => {
    const { firstByteMs: _, usage: __, ...record } = sampleRecord;
    expect(encodeRequestUsage(record, [])).toMatchObject({
      ...{ first_byte_ms: null, usage: null, attempts: [] },
    });
  });
});
