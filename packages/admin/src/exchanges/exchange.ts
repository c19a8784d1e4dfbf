/** The shape of an exchange, one request of a client with its attempts, in the API. */
import * as z from 'zod';
import type { AttemptRecord, ExchangeRecord } from '@parley/core/store';
import { formatDollars } from '../shared/dollars.ts';
import { pricing, toTokensView, tokensView } from '../ledger/ledger.ts';
import { formatTime } from '../shared/times.ts';

export const outcome = z.enum(['completed', 'failed', 'canceled']);

const offset = z.int().describe('Milliseconds since the start of the exchange.');

const costAmount = z
  .string()
  .nullable()
  .describe('In dollars: what the target costs, by its price; null where that is not known.');

function formatCost({ costNanoUsd }: Pick<ExchangeRecord, 'costNanoUsd'>): string | null {
  return costNanoUsd === undefined ? null : formatDollars(costNanoUsd);
}

export const attemptView = z
  .strictObject({
    number: z.int().describe('From 1, in the order of the attempts.'),
    upstream: z.string(),
    upstream_model: z.string(),
    outbound: z.string().describe('The dialect of the upstream.'),
    status: z
      .int()
      .nullable()
      .describe('The HTTP status of the upstream; null without a response.'),
    error_code: z.string().nullable(),
    reason: z.string().nullable(),
    message: z.string().nullable().describe('At most 500 characters, without secrets.'),
    started_ms: offset,
    first_byte_ms: offset.nullable(),
    ended_ms: offset,
    tokens: tokensView.nullable().describe('Null when nothing was charged.'),
    list_amount: z.string(),
    amount: z.string(),
    cost_amount: costAmount,
    pricing: pricing.nullable(),
  })
  .describe('One call of one upstream.');

/** The record of a request as the API writes it; durations are in milliseconds, amounts decimal texts in dollars. */
export const exchangeView = z
  .strictObject({
    object: z.literal('exchange'),
    id: z.string().describe('The request id that the client received.'),
    key_id: z.string(),
    key_name: z.string().nullable().describe('Also of a deleted key; null when unknown.'),
    account_id: z.string(),
    group: z.string(),
    endpoint: z.string(),
    inbound: z.string().describe('The dialect of the client.'),
    outbound: z.string().nullable(),
    model: z.string(),
    upstream: z.string().nullable(),
    upstream_model: z.string().nullable(),
    stream: z.boolean(),
    outcome,
    status: z.int(),
    error_code: z.string().nullable(),
    error_reason: z.string().nullable(),
    error_message: z
      .string()
      .nullable()
      .describe('The first 500 characters of the message that the client received.'),
    attempts: z.int(),
    attempt_records: z
      .array(attemptView)
      .describe('Each attempt; empty in records of versions that did not store attempts.'),
    tokens: tokensView.nullable().describe('Null when no upstream reported usage.'),
    list_amount: z.string(),
    amount: z.string().describe('In dollars: the charge.'),
    cost_amount: costAmount,
    pricing,
    fidelity: z.enum(['exact', 'adapted', 'lossy']),
    notes: z.array(z.strictObject({ path: z.string(), action: z.string(), reason: z.string() })),
    started_at: z.string(),
    authenticated_ms: offset.nullable().describe('From the start until the key was authenticated.'),
    admitted_ms: offset.nullable().describe('From the start until the quota was reserved.'),
    first_byte_ms: z.number().nullable(),
    duration_ms: z.number(),
  })
  .meta({ id: 'Exchange' });

/** The record of a request in the format of the API. */
export type ExchangeView = z.infer<typeof exchangeView>;

/**
 * A finished exchange in the format of the API.
 * @param keyNames names of keys by id
 */
export function toExchangeView(
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
    attempt_records: record.attemptRecords.map(toAttemptView),
    tokens: record.usage === undefined ? null : toTokensView(record.usage),
    list_amount: formatDollars(record.listNanoUsd),
    amount: formatDollars(record.chargedNanoUsd),
    cost_amount: formatCost(record),
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

function toAttemptView(attempt: AttemptRecord): z.infer<typeof attemptView> {
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
    tokens: attempt.usage === undefined ? null : toTokensView(attempt.usage),
    list_amount: formatDollars(attempt.listNanoUsd),
    amount: formatDollars(attempt.chargedNanoUsd),
    cost_amount: formatCost(attempt),
    pricing: attempt.pricing ?? null,
  };
}
