import * as z from 'zod';
import type { ExchangeConditions, ExchangeRecord } from '@parley/core/store';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { zeroOrMoreDollars } from '../dollars.ts';
import { encodeExchange, outcome, pricing, type ExchangeView } from './exchange-view.ts';
import { readKeyNames } from '../keys/key-names.ts';
import type { Operator } from '../operator.ts';
import type { Page } from '../page.ts';
import { notFound } from '../refusal.ts';
import { page, searchText } from '../schemas.ts';
import { time } from '../times.ts';

const status = z
  .string()
  .regex(/^[1-5](?:xx|\d\d)$/, 'Use a status such as 404, or a class such as 4xx.')
  .transform((text) => ({
    from: Number(text.replace('xx', '00')),
    to: Number(text.replace('xx', '99')),
  }))
  .describe('The HTTP status that the caller saw: 404, or 4xx for all of its class.');

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
  status: status.optional(),
  min_amount: zeroOrMoreDollars.optional().describe('In dollars: at least so much was charged.'),
  min_first_byte_ms: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('The first byte took at least so long.'),
  query: searchText
    .optional()
    .describe("A part of the error's code, reason or message, of the call name or the request id."),
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
  const { status: seen, min_amount: minNanoUsd, min_first_byte_ms: minFirstByteMs } = filter;
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
    ...(seen !== undefined && { status: seen }),
    ...(minNanoUsd !== undefined && { minNanoUsd }),
    ...(minFirstByteMs !== undefined && { minFirstByteMs }),
    ...(filter.query !== undefined && { text: filter.query }),
  };
}
