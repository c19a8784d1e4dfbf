import * as z from 'zod';
import type { ExchangeFilter } from '../store.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { encodeExchange, outcome, pricing, type ExchangeView } from './exchange-view.ts';
import type { Operator } from './operator.ts';
import type { Page } from './page.ts';
import { notFound } from './refusal.ts';
import { page } from './schemas.ts';
import { time } from './times.ts';

export const exchangeQuery = page.extend({
  key_id: z.string().optional(),
  account_id: z.string().optional(),
  group: z.string().optional(),
  model: z.string().optional().describe('The call name.'),
  upstream: z.string().optional(),
  outcome: outcome.optional(),
  pricing: pricing.optional(),
  from: time.optional(),
  until: time.optional(),
});

/** Newest first. */
export async function listExchanges(
  { store }: Operator,
  query: z.output<typeof exchangeQuery>,
): Promise<Page<ExchangeView>> {
  const records = await store.listExchanges(toFilter(query));
  const last = records.length === query.limit ? records.at(-1) : undefined;
  return {
    data: records.map(encodeExchange),
    next: last === undefined ? null : encodeCursor(last.startedAt, last.id),
  };
}

/** @throws GatewayError `not-found` */
export async function readExchange({ store }: Operator, id: string): Promise<ExchangeView> {
  const record = await store.findExchange(id);
  if (record === undefined) throw notFound('exchange');
  return encodeExchange(record);
}

function toFilter(query: z.output<typeof exchangeQuery>): ExchangeFilter {
  const { limit, after, key_id: keyId, account_id: accountId, model: callName } = query;
  const { group, upstream, outcome: ending, pricing: priced, from, until } = query;
  const cursor = after === undefined ? undefined : decodeCursor(after);
  return {
    limit,
    ...(keyId !== undefined && { keyId }),
    ...(accountId !== undefined && { accountId }),
    ...(group !== undefined && { group }),
    ...(callName !== undefined && { callName }),
    ...(upstream !== undefined && { upstream }),
    ...(ending !== undefined && { outcome: ending }),
    ...(priced !== undefined && { pricing: priced }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(cursor && { after: { startedAt: cursor.time, id: cursor.id } }),
  };
}
