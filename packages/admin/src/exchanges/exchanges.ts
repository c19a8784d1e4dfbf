/** Exchanges: lists and reads the records of finished exchanges, for the admin API and command lines. */
import { omitUndefined } from '@parley/protocol';
import * as z from 'zod';
import type { ExchangeConditions, ExchangeRecord } from '@parley/core/store';
import { zeroOrMoreDollars } from '../shared/dollars.ts';
import { toExchangeView, outcome, type ExchangeView } from './exchange.ts';
import { readKeyNames } from '../keys/keys.ts';
import { pricing } from '../ledger/ledger.ts';
import type { Operator } from '../shared/operator.ts';
import {
  decodeCursor,
  nextCursor,
  page,
  writeCursor,
  type Cursor,
  type Page,
} from '../shared/page.ts';
import { notFound } from '../shared/errors.ts';
import { searchText } from '../shared/schemas.ts';
import { time } from '../shared/times.ts';

const status = z
  .string()
  .regex(/^[1-5](?:xx|\d\d)$/, 'Use a status such as 404, or a class such as 4xx.')
  .transform((text) => ({
    from: Number(text.replace('xx', '00')),
    to: Number(text.replace('xx', '99')),
  }))
  .describe('The HTTP status of the response to the client: 404, or 4xx for the whole class.');

/** The filters of lists and streams of exchanges. */
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
  min_amount: zeroOrMoreDollars.optional().describe('In dollars: the minimum charge.'),
  min_first_byte_ms: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('The minimum time until the first byte.'),
  query: searchText
    .optional()
    .describe('A part of the error code, reason or message, the call name or the request id.'),
});

/** Which records of requests are meant; absent fields match all. */
export type ExchangeFilter = z.output<typeof exchangeFilter>;

/** Validates the query of the list of requests: its filters, and the page. */
export const exchangeQuery = page.extend(exchangeFilter.shape);

/**
 * How many exchanges a page is searched in when it has a filter that no index serves. Rare ones are otherwise found, or
 * not, after the whole table was read, which takes seconds with a million exchanges.
 */
const searchedAtOnce = 50_000;

/** How a client reads the pages of such a search, for the descriptions of its endpoints. */
export const searchedPage =
  `a page is searched in ${searchedAtOnce.toLocaleString('en-US')} exchanges: it may hold fewer than \`limit\`, or none, ` +
  'although more follow. The list ends when `next` is null.';

/**
 * Lists exchanges, newest first. A page that was searched in a part of them may hold fewer than `limit`, or none, and
 * has a `next` until all were searched.
 */
export async function listExchanges(
  operator: Pick<Operator, 'store'>,
  { limit, after, ...filter }: z.output<typeof exchangeQuery>,
  atOnce = searchedAtOnce,
): Promise<Page<ExchangeView>> {
  const cursor = decodeCursor(after);
  const wanted = toConditions(filter);
  const edge = isSearch(wanted) ? await findEdge(operator, { wanted, cursor, atOnce }) : undefined;
  const records = await operator.store.listExchanges(
    omitUndefined({
      ...wanted,
      from: edge ?? wanted.from,
      limit,
      after: cursor && { startedAt: cursor.time, id: cursor.id },
    }),
  );
  return {
    data: await toExchangeViews(operator, records),
    next:
      nextCursor(records, limit, ({ startedAt, id }) => ({ time: startedAt, id })) ??
      (edge === undefined ? null : writeCursor({ time: edge, id: '' })),
  };
}

/** The conditions that indexes of the stores serve. */
const indexed: ReadonlySet<string> = new Set<keyof ExchangeConditions>([
  'keyId',
  'accountId',
  'from',
  'until',
]);

/** Whether some of the conditions are met only by rows that must be read to know it. */
function isSearch(wanted: ExchangeConditions): boolean {
  // Quarantined exchanges have an index of their own, and are few.
  if (wanted.pricing === 'quarantined') return false;
  return Object.keys(wanted).some((name) => !indexed.has(name));
}

/** The start of the oldest exchange that a page is searched in; absent when it reaches the end of the list. */
function findEdge(
  { store }: Pick<Operator, 'store'>,
  {
    wanted: { keyId, accountId, from, until = Infinity },
    cursor,
    atOnce,
  }: {
    readonly wanted: ExchangeConditions;
    readonly cursor: Cursor | undefined;
    readonly atOnce: number;
  },
): Promise<number | undefined> {
  // Exchanges of the very millisecond of an edge were searched with those above it.
  const end = cursor && (cursor.id === '' ? cursor.time : cursor.time + 1);
  const before = Math.min(until, end ?? Infinity);
  const place = { keyId, accountId, from, until: before === Infinity ? undefined : before };
  return store.findExchangeStart({ ...omitUndefined(place), newer: atOnce });
}

/** Reads the record of one request by its request id. @throws GatewayError `not-found` */
export async function readExchange(operator: Operator, id: string): Promise<ExchangeView> {
  const record = await operator.store.findExchange(id);
  const [view] = await toExchangeViews(operator, record === undefined ? [] : [record]);
  if (view === undefined) throw notFound('exchange');
  return view;
}

/** Exchanges in the format of the API, with the names of their keys. */
export async function toExchangeViews(
  { store }: Pick<Operator, 'store'>,
  records: readonly ExchangeRecord[],
): Promise<readonly ExchangeView[]> {
  const keyIds = records.map(({ keyId }) => keyId);
  const names = await readKeyNames(store, keyIds);
  return records.map((record) => toExchangeView(record, names));
}

/** The filters in the format of the store. */
export function toConditions(filter: ExchangeFilter): ExchangeConditions {
  const { key_id: keyId, account_id: accountId, model: callName } = filter;
  const { group, upstream, outcome: wantedOutcome, pricing: wantedPricing, from, until } = filter;
  const { status: statusRange, min_amount: minNanoUsd, min_first_byte_ms: minFirstByteMs } = filter;
  return omitUndefined({
    keyId,
    accountId,
    group,
    callName,
    upstream,
    outcome: wantedOutcome,
    pricing: wantedPricing,
    from,
    until,
    status: statusRange,
    minNanoUsd,
    minFirstByteMs,
    text: filter.query,
  });
}
