import * as z from 'zod';
import type { LedgerFilter } from '@parley/core/store';
import { decodeCursor, encodeCursor } from '../shared/cursor.ts';
import { encodeLedgerEntry, type LedgerView } from './ledger-entry.ts';
import type { Operator } from '../shared/operator.ts';
import type { Page } from '../shared/page.ts';
import { page } from '../shared/schemas.ts';
import { time } from '../shared/times.ts';

export const ledgerQuery = page.extend({
  account_id: z.string().optional(),
  key_id: z.string().optional(),
  request_id: z.string().optional(),
  kind: z.enum(['top-up', 'adjustment', 'charge']).optional(),
  from: time.optional(),
  until: time.optional(),
});

/** Newest first. */
export async function listLedger(
  { store }: Operator,
  query: z.output<typeof ledgerQuery>,
): Promise<Page<LedgerView>> {
  const entries = await store.listLedger(toFilter(query));
  const last = entries.length === query.limit ? entries.at(-1) : undefined;
  return {
    data: entries.map(encodeLedgerEntry),
    next: last === undefined ? null : encodeCursor(last.at, last.id),
  };
}

function toFilter(query: z.output<typeof ledgerQuery>): LedgerFilter {
  const { limit, after, account_id: accountId, key_id: keyId, request_id: exchangeId } = query;
  const { kind, from, until } = query;
  const cursor = after === undefined ? undefined : decodeCursor(after);
  return {
    limit,
    ...(accountId !== undefined && { accountId }),
    ...(keyId !== undefined && { keyId }),
    ...(exchangeId !== undefined && { exchangeId }),
    ...(kind !== undefined && { kind }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(cursor !== undefined && { after: { at: cursor.time, id: cursor.id } }),
  };
}
