import type { Usage } from '@parley/protocol';
import * as z from 'zod';
import type { LedgerEntry } from '@parley/core/store';
import { formatDollars } from '../dollars.ts';
import { formatTime } from '../times.ts';

export const tokensView = z
  .strictObject({
    input: z.int(),
    cache_read: z.int(),
    cache_write_5m: z.int(),
    cache_write_1h: z.int(),
    output: z.int(),
    reasoning: z.int(),
    estimated: z.boolean(),
  })
  .describe('Token counts in disjoint buckets.');

export const ledgerView = z
  .strictObject({
    object: z.literal('ledger.entry'),
    id: z.string(),
    kind: z.enum(['top-up', 'adjustment', 'charge']),
    at: z.string(),
    account_id: z.string(),
    amount: z.string().describe('In dollars: granted, or charged.'),
    key_id: z.string().nullable(),
    request_id: z.string().nullable(),
    attempt: z.int().nullable(),
    upstream: z.string().nullable(),
    upstream_model: z.string().nullable(),
    tokens: tokensView.nullable(),
    list_amount: z.string().nullable().describe('By the price list, without the multiplier.'),
    pricing: z.enum(['priced', 'free', 'quarantined']).nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerView = z.infer<typeof ledgerView>;

export function encodeLedgerEntry(entry: LedgerEntry): LedgerView {
  return {
    object: 'ledger.entry',
    id: entry.id,
    kind: entry.kind,
    at: formatTime(entry.at),
    account_id: entry.accountId,
    amount: formatDollars(entry.nanoUsd),
    key_id: entry.keyId ?? null,
    request_id: entry.exchangeId ?? null,
    attempt: entry.attempt ?? null,
    upstream: entry.upstream ?? null,
    upstream_model: entry.upstreamModel ?? null,
    tokens: entry.usage === undefined ? null : encodeTokens(entry.usage),
    list_amount: entry.listNanoUsd === undefined ? null : formatDollars(entry.listNanoUsd),
    pricing: entry.pricing ?? null,
    note: entry.note ?? null,
  };
}

export function encodeTokens(usage: Usage): z.infer<typeof tokensView> {
  return {
    input: usage.input,
    cache_read: usage.cacheRead,
    cache_write_5m: usage.cacheWrite5m,
    cache_write_1h: usage.cacheWrite1h,
    output: usage.output,
    reasoning: usage.reasoning,
    estimated: usage.estimated ?? false,
  };
}
