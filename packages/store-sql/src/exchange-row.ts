import { keepAttempts } from '@parley/core/ledger';
import type { ExchangeRecord } from '@parley/core/store';
import { fromNullable, toFlag, toInteger, toJson, toNullable, toText } from './column.ts';
import type { ExchangeRow } from './schema.ts';

type Usage = NonNullable<ExchangeRecord['usage']>;

/**
 * @param settledAt milliseconds since 1970, by the store's clock
 * @throws RangeError when a number cannot be kept.
 */
export function encodeExchange(record: ExchangeRecord, settledAt: number): ExchangeRow {
  return {
    id: record.id,
    key_id: record.keyId,
    account_id: record.accountId,
    group_name: record.group,
    endpoint: record.endpoint,
    inbound: record.inbound,
    outbound: record.outbound ?? null,
    call_name: toText(record.callName),
    upstream: record.upstream ?? null,
    upstream_model: record.upstreamModel ?? null,
    stream: toFlag(record.stream),
    outcome: record.outcome,
    status: toInteger(record.status),
    error_code: record.errorCode ?? null,
    error_reason: toNullable(record.errorReason, toText),
    error_message: toNullable(record.errorMessage, toText),
    attempts: toInteger(record.attempts),
    attempt_records: toJson(keepAttempts(record.attemptRecords)),
    ...encodeUsage(record.usage),
    list_nanos: toInteger(record.listNanos),
    charged_nanos: toInteger(record.chargedNanos),
    pricing: record.pricing,
    fidelity: record.fidelity,
    notes: toJson(record.notes),
    started_at: toInteger(record.startedAt),
    authenticated_ms: toNullable(record.authenticatedMs, toInteger),
    admitted_ms: toNullable(record.admittedMs, toInteger),
    first_byte_ms: toNullable(record.firstByteMs, toInteger),
    duration_ms: toInteger(record.durationMs),
    settled_at: toInteger(settledAt),
  };
}

export function decodeExchange(row: ExchangeRow): ExchangeRecord {
  return {
    id: row.id,
    keyId: row.key_id,
    accountId: row.account_id,
    group: row.group_name,
    endpoint: row.endpoint,
    inbound: row.inbound,
    ...fromNullable('outbound', row.outbound),
    callName: row.call_name,
    ...fromNullable('upstream', row.upstream),
    ...fromNullable('upstreamModel', row.upstream_model),
    stream: row.stream === 1,
    outcome: row.outcome,
    status: row.status,
    ...fromNullable('errorCode', row.error_code),
    ...fromNullable('errorReason', row.error_reason),
    ...fromNullable('errorMessage', row.error_message),
    attempts: row.attempts,
    attemptRecords: JSON.parse(row.attempt_records) as ExchangeRecord['attemptRecords'],
    ...fromNullable('usage', decodeUsage(row)),
    listNanos: row.list_nanos,
    chargedNanos: row.charged_nanos,
    pricing: row.pricing,
    fidelity: row.fidelity,
    notes: JSON.parse(row.notes) as ExchangeRecord['notes'],
    startedAt: row.started_at,
    ...fromNullable('authenticatedMs', row.authenticated_ms),
    ...fromNullable('admittedMs', row.admitted_ms),
    ...fromNullable('firstByteMs', row.first_byte_ms),
    durationMs: row.duration_ms,
  };
}

function encodeUsage(usage: Usage | undefined) {
  return {
    input_tokens: toNullable(usage?.input, toInteger),
    cache_read_tokens: toNullable(usage?.cacheRead, toInteger),
    cache_write_5m_tokens: toNullable(usage?.cacheWrite5m, toInteger),
    cache_write_1h_tokens: toNullable(usage?.cacheWrite1h, toInteger),
    output_tokens: toNullable(usage?.output, toInteger),
    reasoning_tokens: toNullable(usage?.reasoning, toInteger),
    usage_estimated: toNullable(usage?.estimated, toFlag),
  };
}

/** `estimated` is one of true, false and absent, and stays what it was. */
function decodeUsage(row: ExchangeRow): Usage | null {
  if (row.input_tokens === null) return null;
  return {
    input: row.input_tokens,
    cacheRead: row.cache_read_tokens ?? 0,
    cacheWrite5m: row.cache_write_5m_tokens ?? 0,
    cacheWrite1h: row.cache_write_1h_tokens ?? 0,
    output: row.output_tokens ?? 0,
    reasoning: row.reasoning_tokens ?? 0,
    ...(row.usage_estimated === null ? {} : { estimated: row.usage_estimated === 1 }),
  };
}
