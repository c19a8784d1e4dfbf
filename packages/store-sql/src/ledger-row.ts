import type { LedgerEntry } from '@parley/core/store';
import { fromNullable, toInteger, toJson, toNullable, toText } from './column.ts';
import type { LedgerRow } from './ledger-schema.ts';

/** @throws RangeError when a number cannot be kept exactly. */
export function encodeLedgerEntry(entry: LedgerEntry): LedgerRow {
  return {
    id: entry.id,
    kind: entry.kind,
    at: toInteger(entry.at),
    account_id: entry.accountId,
    nanos: toInteger(entry.nanos),
    key_id: entry.keyId ?? null,
    exchange_id: entry.exchangeId ?? null,
    attempt: toNullable(entry.attempt, toInteger),
    upstream: entry.upstream ?? null,
    upstream_model: entry.upstreamModel ?? null,
    usage: toNullable(entry.usage, toJson),
    list_nanos: toNullable(entry.listNanos, toInteger),
    pricing: entry.pricing ?? null,
    arithmetic: entry.arithmetic ?? null,
    note: toNullable(entry.note, toText),
  };
}

export function decodeLedgerEntry(row: LedgerRow): LedgerEntry {
  const usage = row.usage === null ? null : (JSON.parse(row.usage) as LedgerEntry['usage']);
  return {
    id: row.id,
    kind: row.kind,
    at: row.at,
    accountId: row.account_id,
    nanos: row.nanos,
    ...fromNullable('keyId', row.key_id),
    ...fromNullable('exchangeId', row.exchange_id),
    ...fromNullable('attempt', row.attempt),
    ...fromNullable('upstream', row.upstream),
    ...fromNullable('upstreamModel', row.upstream_model),
    ...(usage && { usage }),
    ...fromNullable('listNanos', row.list_nanos),
    ...fromNullable('pricing', row.pricing),
    ...fromNullable('arithmetic', row.arithmetic),
    ...fromNullable('note', row.note),
  };
}
