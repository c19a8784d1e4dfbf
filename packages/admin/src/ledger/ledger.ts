/** The ledger: lists its entries, and checks that every total is the sum of them. */
import { omitUndefined } from '@parley/protocol';
import type { Usage } from '@parley/protocol';
import * as z from 'zod';
import type { LedgerEntry, LedgerFilter, LedgerReport } from '@parley/core/store';
import { formatDollars } from '../shared/dollars.ts';
import type { Operator } from '../shared/operator.ts';
import { decodeCursor, nextCursor, page, type Page } from '../shared/page.ts';
import { formatTime, time } from '../shared/times.ts';

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
  .describe('Token counts; no token is counted in two fields.');

/** Whether a charge has a price: `quarantined` waits for one. */
export const pricing = z.enum(['priced', 'free', 'quarantined']);

const ledgerKind = z.enum(['top-up', 'adjustment', 'charge']);

/** An entry of the ledger as the API writes it; amounts are decimal texts in dollars. */
export const ledgerView = z
  .strictObject({
    object: z.literal('ledger.entry'),
    id: z.string(),
    kind: ledgerKind,
    at: z.string(),
    account_id: z.string(),
    amount: z.string().describe('In dollars: the amount added or charged.'),
    key_id: z.string().nullable(),
    request_id: z.string().nullable(),
    attempt: z.int().nullable(),
    upstream: z.string().nullable(),
    upstream_model: z.string().nullable(),
    tokens: tokensView.nullable(),
    list_amount: z.string().nullable().describe('In dollars, before the multiplier of the group.'),
    cost_amount: z
      .string()
      .nullable()
      .describe('In dollars: what the target costs, by its price; null where that is not known.'),
    pricing: pricing.nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'LedgerEntry' });

/** An entry of the ledger in the format of the API. */
export type LedgerView = z.infer<typeof ledgerView>;

/** Validates the query of the ledger: its filters, and the page. */
export const ledgerQuery = page.extend({
  account_id: z.string().optional(),
  key_id: z.string().optional(),
  request_id: z.string().optional(),
  kind: ledgerKind.optional(),
  from: time.optional(),
  until: time.optional(),
});

/** Lists ledger entries, newest first. */
export async function listLedger(
  { store }: Operator,
  query: z.output<typeof ledgerQuery>,
): Promise<Page<LedgerView>> {
  const entries = await store.listLedger(toFilter(query));
  return {
    data: entries.map(toLedgerView),
    next: nextCursor(entries, query.limit, ({ at, id }) => ({ time: at, id })),
  };
}

function toFilter(query: z.output<typeof ledgerQuery>): LedgerFilter {
  const { limit, after, account_id: accountId, key_id: keyId, request_id: exchangeId } = query;
  const { kind, from, until } = query;
  const cursor = decodeCursor(after);
  return omitUndefined({
    limit,
    accountId,
    keyId,
    exchangeId,
    kind,
    from,
    until,
    after: cursor && { at: cursor.time, id: cursor.id },
  });
}

/** A ledger entry in the format of the API. */
export function toLedgerView(entry: LedgerEntry): LedgerView {
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
    tokens: entry.usage === undefined ? null : toTokensView(entry.usage),
    list_amount: formatKnown(entry.listNanoUsd),
    cost_amount: formatKnown(entry.costNanoUsd),
    pricing: entry.pricing ?? null,
    note: entry.note ?? null,
  };
}

function formatKnown(nanoUsd: number | undefined): string | null {
  return nanoUsd === undefined ? null : formatDollars(nanoUsd);
}

export function toTokensView(usage: Usage): z.infer<typeof tokensView> {
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

/** The result of checking the ledger as the API writes it. */
export const ledgerReportView = z
  .strictObject({
    object: z.literal('ledger.report'),
    balanced: z.boolean().describe('Whether every total is the sum of its ledger entries.'),
    accounts: z.int(),
    keys: z.int(),
    entries: z.int(),
    open_reservations: z.int(),
    expired_reservations: z.int(),
    quarantined_charges: z.int(),
    granted: z.string(),
    spent: z.string(),
    reserved: z.string(),
    faults: z.array(
      z.strictObject({
        subject: z.string(),
        id: z.string(),
        total: z.string(),
        stated: z.number(),
        counted: z.number(),
      }),
    ),
  })
  .meta({ id: 'LedgerReport' });

/** Sums up the ledger again and compares the sums with the stored totals. */
export async function checkLedger({ store }: Operator): Promise<z.infer<typeof ledgerReportView>> {
  return toReportView(await store.checkLedger());
}

function toReportView(report: LedgerReport): z.infer<typeof ledgerReportView> {
  return {
    object: 'ledger.report',
    balanced: report.faults.length === 0,
    accounts: report.accounts,
    keys: report.keys,
    entries: report.entries,
    open_reservations: report.openReservations,
    expired_reservations: report.expiredReservations,
    quarantined_charges: report.quarantinedCharges,
    granted: formatDollars(report.granted),
    spent: formatDollars(report.spent),
    reserved: formatDollars(report.reserved),
    faults: report.faults.map((fault) => ({ ...fault })),
  };
}
