import * as z from 'zod';
import type { ExchangeRecord } from '../store.ts';
import { formatDollars } from './dollars.ts';
import { encodeTokens, tokensView } from './ledger-view.ts';
import { formatTime } from './times.ts';

export const outcome = z.enum(['completed', 'failed', 'canceled']);
export const pricing = z.enum(['priced', 'free', 'quarantined']);

export const exchangeView = z
  .strictObject({
    object: z.literal('exchange'),
    id: z.string().describe('The request id that its caller got.'),
    key_id: z.string(),
    account_id: z.string(),
    group: z.string(),
    endpoint: z.string(),
    inbound: z.string().describe('The dialect of the caller.'),
    outbound: z.string().nullable(),
    model: z.string(),
    upstream: z.string().nullable(),
    upstream_model: z.string().nullable(),
    stream: z.boolean(),
    outcome,
    status: z.int(),
    error_code: z.string().nullable(),
    attempts: z.int(),
    tokens: tokensView.nullable().describe('Null when nobody reported any.'),
    list_amount: z.string(),
    amount: z.string().describe('In dollars: what was charged.'),
    pricing,
    fidelity: z.enum(['exact', 'adapted', 'lossy']),
    notes: z.array(z.strictObject({ path: z.string(), action: z.string(), reason: z.string() })),
    started_at: z.string(),
    first_byte_ms: z.number().nullable(),
    duration_ms: z.number(),
  })
  .meta({ id: 'Exchange' });
export type ExchangeView = z.infer<typeof exchangeView>;

/** A finished exchange as an operator sees it. */
export function encodeExchange(record: ExchangeRecord): ExchangeView {
  return {
    object: 'exchange',
    id: record.id,
    key_id: record.keyId,
    account_id: record.accountId,
    group: record.group,
    endpoint: record.endpoint,
    inbound: record.inbound,
    outbound: record.outbound ?? null,
    model: record.callName,
    upstream: record.upstream ?? null,
    upstream_model: record.upstreamModel ?? null,
    stream: record.stream,
    outcome: record.outcome,
    status: record.status,
    error_code: record.errorCode ?? null,
    attempts: record.attempts,
    tokens: record.usage === undefined ? null : encodeTokens(record.usage),
    list_amount: formatDollars(record.listNanos),
    amount: formatDollars(record.chargedNanos),
    pricing: record.pricing,
    fidelity: record.fidelity,
    notes: record.notes.map(({ path, action, reason }) => ({ path, action, reason })),
    started_at: formatTime(record.startedAt),
    first_byte_ms: record.firstByteMs ?? null,
    duration_ms: record.durationMs,
  };
}
