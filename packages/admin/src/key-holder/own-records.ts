/** Exchanges, their cost, usage and latency of one key, as its holder sees them. */
import * as z from 'zod';
import { explainCharge } from '@parley/core/extension';
import {
  attemptView,
  toExchangeView,
  exchangeView,
  type ExchangeView,
} from '../exchanges/exchange.ts';
import { exchangeFilter, listExchanges } from '../exchanges/exchanges.ts';
import { listCharges } from '../exchanges/exchange-cost.ts';
import type { KeyHolder } from '../shared/operator.ts';
import { latencyQuery, measureLatency, type LatencyView } from '../usage/latency.ts';
import { toLedgerView, ledgerView } from '../ledger/ledger.ts';
import {
  followExchanges,
  type FollowOptions,
  type LiveEvent,
} from '../exchanges/live-exchanges.ts';
import { page, type Page } from '../shared/page.ts';
import { notFound } from '../shared/errors.ts';
import { hidden } from '../shared/schemas.ts';
import { groupedBy, sumUsage, usageQuery, usageView } from '../usage/usage.ts';

/** The fields that only operators see, and their value for holders. */
const hiddenFields = {
  upstream: hidden,
  upstream_model: hidden,
  list_amount: hidden,
  cost_amount: hidden,
} as const;
const hiddenValues = {
  upstream: null,
  upstream_model: null,
  list_amount: null,
  cost_amount: null,
} as const;

const ownAttemptView = attemptView.extend({ ...hiddenFields, outbound: hidden, message: hidden });

export const ownExchangeView = exchangeView
  .extend({ ...hiddenFields, outbound: hidden, attempt_records: z.array(ownAttemptView) })
  .meta({ id: 'OwnExchange' });
type OwnExchangeView = z.infer<typeof ownExchangeView>;

/** Filters by hidden fields would reveal them, so holders do not have these filters. */
export const ownExchangeFilter = exchangeFilter.pick({
  group: true,
  model: true,
  outcome: true,
  pricing: true,
  from: true,
  until: true,
  status: true,
  min_amount: true,
  min_first_byte_ms: true,
  // Searches only what the client received, not the error messages of upstreams.
  query: true,
});

export const ownExchangeQuery = page.extend(ownExchangeFilter.shape);

export async function listOwnExchanges(
  { operator, key }: KeyHolder,
  query: z.output<typeof ownExchangeQuery>,
): Promise<Page<OwnExchangeView>> {
  const { data, next } = await listExchanges(operator, { ...query, key_id: key.id });
  return { data: data.map(hideFields), next };
}

/** Follows the exchanges of the key as they are settled. */
export async function* followOwnExchanges(
  { operator, key }: KeyHolder,
  filter: z.output<typeof ownExchangeFilter>,
  options: FollowOptions,
): AsyncGenerator<OwnLiveEvent, void> {
  for await (const event of followExchanges(operator, { ...filter, key_id: key.id }, options)) {
    yield event.event === 'exchanges' ? { ...event, data: event.data.map(hideFields) } : event;
  }
}

type OwnLiveEvent =
  | Exclude<LiveEvent, { readonly event: 'exchanges' }>
  | { readonly event: 'exchanges'; readonly data: readonly OwnExchangeView[] };

/** @throws GatewayError `not-found`, also for exchanges of other keys */
export async function readOwnExchange(
  { operator, key }: KeyHolder,
  id: string,
): Promise<OwnExchangeView> {
  const record = await operator.store.findExchange(id);
  if (record?.keyId !== key.id) throw notFound('exchange');
  return hideFields(toExchangeView(record, new Map([[key.id, key.name]])));
}

function hideFields(exchange: ExchangeView): OwnExchangeView {
  const attempts = exchange.attempt_records.map((attempt) => ({
    ...attempt,
    ...hiddenValues,
    outbound: null,
    message: null,
  }));
  return { ...exchange, ...hiddenValues, outbound: null, attempt_records: attempts };
}

const ownChargeView = ledgerView.extend(hiddenFields);

export const ownExplanationView = z
  .strictObject({
    object: z.literal('exchange.explanation'),
    exchange: ownExchangeView,
    attempts: z.array(z.strictObject({ entry: ownChargeView, lines: z.array(z.string()) })),
  })
  .meta({ id: 'OwnExplanation' });

/** Explains the cost of an exchange by the prices that the holder pays. */
export async function explainOwnExchange(
  holder: KeyHolder,
  id: string,
): Promise<z.infer<typeof ownExplanationView>> {
  const exchange = await readOwnExchange(holder, id);
  const charges = await listCharges(holder.operator, id);
  return {
    object: 'exchange.explanation',
    exchange,
    attempts: charges.map((entry) => ({
      entry: { ...toLedgerView(entry), ...hiddenValues },
      lines: entry.arithmetic === undefined ? [] : [...explainCharge(entry.arithmetic)],
    })),
  };
}

export const ownUsageQuery = usageQuery
  .omit({ key_id: true, account_id: true, upstream: true })
  .extend({ by: groupedBy(['time', 'day', 'hour', 'group', 'model']) });

/** The fields of a sum that concern the operator alone. */
const hiddenSums = { margin_amount: hidden, attempts: hidden, failed_attempts: hidden };

export const ownUsageView = usageView
  .extend({ ...hiddenFields, ...hiddenSums })
  .meta({ id: 'OwnUsageSum' });

export async function sumOwnUsage(
  { operator, key }: KeyHolder,
  query: z.output<typeof ownUsageQuery>,
): Promise<readonly z.infer<typeof ownUsageView>[]> {
  const sums = await sumUsage(operator, { ...query, key_id: key.id });
  return sums.map((sum) => ({
    ...sum,
    ...hiddenValues,
    margin_amount: null,
    attempts: null,
    failed_attempts: null,
  }));
}

export const ownLatencyQuery = latencyQuery.omit({
  key_id: true,
  account_id: true,
  upstream: true,
});

/** Measures how long the exchanges of the key took. */
export function measureOwnLatency(
  { operator, key }: KeyHolder,
  query: z.output<typeof ownLatencyQuery>,
): Promise<LatencyView> {
  return measureLatency(operator, { ...query, key_id: key.id });
}
