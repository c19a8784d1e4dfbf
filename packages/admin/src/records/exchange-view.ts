import * as z from 'zod';
import type { AttemptRecord, ExchangeRecord } from '@parley/core/store';
import { formatDollars } from '../dollars.ts';
import { encodeTokens, tokensView } from './ledger-view.ts';
import { formatTime } from '../times.ts';

export const outcome = z.enum(['completed', 'failed', 'canceled']);
export const pricing = z.enum(['priced', 'free', 'quarantined']);

const offset = z.int().describe('Milliseconds from the start of the exchange.');

export const attemptView = z
  .strictObject({
    number: z.int().describe('From 1, in the order in which they were made.'),
    upstream: z.string(),
    upstream_model: z.string(),
    outbound: z.string().describe('The dialect of the upstream.'),
    status: z.int().nullable().describe('The HTTP status of the upstream; null without an answer.'),
    error_code: z.string().nullable(),
    reason: z.string().nullable(),
    message: z.string().nullable().describe('At most 500 characters, without secrets.'),
    started_ms: offset,
    first_byte_ms: offset.nullable(),
    ended_ms: offset,
    tokens: tokensView.nullable().describe('Null when there was nothing to be paid for.'),
    list_amount: z.string(),
    amount: z.string(),
    pricing: pricing.nullable(),
  })
  .describe('One try at one upstream.');

export const exchangeView = z
  .strictObject({
    object: z.literal('exchange'),
    id: z.string().describe('The request id that its caller got.'),
    key_id: z.string(),
    key_name: z.string().nullable().describe('Of a deleted key too; null when it is not known.'),
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
    error_reason: z.string().nullable(),
    error_message: z.string().nullable().describe('What its caller was told, cut at 500.'),
    attempts: z.int(),
    attempt_records: z
      .array(attemptView)
      .describe('Each attempt; none in records of versions that did not keep them.'),
    tokens: tokensView.nullable().describe('Null when nobody reported any.'),
    list_amount: z.string(),
    amount: z.string().describe('In dollars: what was charged.'),
    pricing,
    fidelity: z.enum(['exact', 'adapted', 'lossy']),
    notes: z.array(z.strictObject({ path: z.string(), action: z.string(), reason: z.string() })),
    started_at: z.string(),
    authenticated_ms: offset.nullable().describe('From the start until the key was known.'),
    admitted_ms: offset.nullable().describe('From the start until its quota was held.'),
    first_byte_ms: z.number().nullable(),
    duration_ms: z.number(),
  })
  .meta({ id: 'Exchange' });
export type ExchangeView = z.infer<typeof exchangeView>;

/**
 * A finished exchange as an operator sees it.
 * @param keyNames names of keys by their ids
 */
export function encodeExchange(
  record: ExchangeRecord,
  keyNames: ReadonlyMap<string, string>,
): ExchangeView {
  return {
    object: 'exchange',
    id: record.id,
    key_id: record.keyId,
    key_name: keyNames.get(record.keyId) ?? null,
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
    error_reason: record.errorReason ?? null,
    error_message: record.errorMessage ?? null,
    attempts: record.attempts,
    attempt_records: record.attemptRecords.map(encodeAttempt),
    tokens: record.usage === undefined ? null : encodeTokens(record.usage),
    list_amount: formatDollars(record.listNanoUsd),
    amount: formatDollars(record.chargedNanoUsd),
    pricing: record.pricing,
    fidelity: record.fidelity,
    notes: record.notes.map(({ path, action, reason }) => ({ path, action, reason })),
    started_at: formatTime(record.startedAt),
    authenticated_ms: record.authenticatedMs ?? null,
    admitted_ms: record.admittedMs ?? null,
    first_byte_ms: record.firstByteMs ?? null,
    duration_ms: record.durationMs,
  };
}

function encodeAttempt(attempt: AttemptRecord): z.infer<typeof attemptView> {
  return {
    number: attempt.number,
    upstream: attempt.upstream,
    upstream_model: attempt.upstreamModel,
    outbound: attempt.outbound,
    status: attempt.status ?? null,
    error_code: attempt.errorCode ?? null,
    reason: attempt.reason ?? null,
    message: attempt.message ?? null,
    started_ms: attempt.startedMs,
    first_byte_ms: attempt.firstByteMs ?? null,
    ended_ms: attempt.endedMs,
    tokens: attempt.usage === undefined ? null : encodeTokens(attempt.usage),
    list_amount: formatDollars(attempt.listNanoUsd),
    amount: formatDollars(attempt.chargedNanoUsd),
    pricing: attempt.pricing ?? null,
  };
}
