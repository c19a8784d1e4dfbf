import * as z from 'zod';
import type { ExchangeConditions, ExchangeRecord } from '../store.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { encodeExchange, outcome, pricing, type ExchangeView } from './exchange-view.ts';
import { readKeyNames } from './key-names.ts';
import type { Operator } from './operator.ts';
import type { Page } from './page.ts';
import { notFound } from './refusal.ts';
import { page } from './schemas.ts';
import { time } from './times.ts';

/** Which exchanges are meant. */
export const exchangeFilter = z.strictObject({
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
export type ExchangeFilterInput = z.output<typeof exchangeFilter>;

export const exchangeQuery = page.extend(exchangeFilter.shape);

/** Newest first. */
export async function listExchanges(
  operator: Operator,
  { limit, after, ...filter }: z.output<typeof exchangeQuery>,
): Promise<Page<ExchangeView>> {
  const cursor = after === undefined ? undefined : decodeCursor(after);
  const records = await operator.store.listExchanges({
    ...toConditions(filter),
    limit,
    ...(cursor && { after: { startedAt: cursor.time, id: cursor.id } }),
  });
  const last = records.length === limit ? records.at(-1) : undefined;
  return {
    data: await encodeExchanges(operator, records),
    next: last === undefined ? null : encodeCursor(last.startedAt, last.id),
  };
}

/** @throws GatewayError `not-found` */
export async function readExchange(operator: Operator, id: string): Promise<ExchangeView> {
  const record = await operator.store.findExchange(id);
  const [view] = await encodeExchanges(operator, record === undefined ? [] : [record]);
  if (view === undefined) throw notFound('exchange');
  return view;
}

/** Exchanges with the names of their keys. */
export async function encodeExchanges(
  { store }: Pick<Operator, 'store'>,
  records: readonly ExchangeRecord[],
): Promise<readonly ExchangeView[]> {
  const keyIds = records.map(({ keyId }) => keyId);
  const names = await readKeyNames(store, keyIds);
  return records.map((record) => encodeExchange(record, names));
}

/** The same conditions in the words of the store. */
export function toConditions(filter: ExchangeFilterInput): ExchangeConditions {
  const { key_id: keyId, account_id: accountId, model: callName } = filter;
  const { group, upstream, outcome: ending, pricing: priced, from, until } = filter;
  return {
    ...(keyId !== undefined && { keyId }),
    ...(accountId !== undefined && { accountId }),
    ...(group !== undefined && { group }),
    ...(callName !== undefined && { callName }),
    ...(upstream !== undefined && { upstream }),
    ...(ending !== undefined && { outcome: ending }),
    ...(priced !== undefined && { pricing: priced }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  };
}
