/** What a key has done and what that cost its holder. */
import * as z from 'zod';
import { explainCharge } from '@parley/core/extension';
import {
  attemptView,
  encodeExchange,
  exchangeView,
  type ExchangeView,
} from '../exchanges/exchange.ts';
import { exchangeFilter, listExchanges } from '../exchanges/exchanges.ts';
import { listCharges } from '../exchanges/exchange-cost.ts';
import type { KeyHolder } from './own-key.ts';
import { latencyQuery, measureLatency, type LatencyView } from '../usage/latency.ts';
import { encodeLedgerEntry, ledgerView } from '../ledger/ledger-entry.ts';
import {
  followExchanges,
  type FollowOptions,
  type LiveEvent,
} from '../exchanges/live-exchanges.ts';
import type { Page } from '../shared/page.ts';
import { notFound } from '../shared/errors.ts';
import { hidden, page } from '../shared/schemas.ts';
import { groupedBy, sumUsage, usageQuery, usageView } from '../usage/usage.ts';

/** What is the operator's alone. */
const secretFields = { upstream: hidden, upstream_model: hidden, list_amount: hidden } as const;
const nothing = { upstream: null, upstream_model: null, list_amount: null } as const;

const ownAttemptView = attemptView.extend({ ...secretFields, outbound: hidden, message: hidden });

export const ownExchangeView = exchangeView
  .extend({ ...secretFields, outbound: hidden, attempt_records: z.array(ownAttemptView) })
  .meta({ id: 'OwnExchange' });
type OwnExchangeView = z.infer<typeof ownExchangeView>;

/** Filters by what only operators know would tell it, word by word. */
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
  // It looks into what the caller was told, not into what upstreams said.
  query: true,
});

export const ownExchangeQuery = page.extend(ownExchangeFilter.shape);

export async function listOwnExchanges(
  { operator, key }: KeyHolder,
  query: z.output<typeof ownExchangeQuery>,
): Promise<Page<OwnExchangeView>> {
  const { data, next } = await listExchanges(operator, { ...query, key_id: key.id });
  return { data: data.map(hideSecrets), next };
}

/** The exchanges of the key as they are settled. */
export async function* followOwnExchanges(
  { operator, key }: KeyHolder,
  filter: z.output<typeof ownExchangeFilter>,
  options: FollowOptions,
): AsyncGenerator<OwnLiveEvent, void> {
  for await (const event of followExchanges(operator, { ...filter, key_id: key.id }, options)) {
    yield event.event === 'exchanges' ? { ...event, data: event.data.map(hideSecrets) } : event;
  }
}

type OwnLiveEvent =
  | Exclude<LiveEvent, { readonly event: 'exchanges' }>
  | { readonly event: 'exchanges'; readonly data: readonly OwnExchangeView[] };

/** @throws GatewayError `not-found`, also for what other keys did */
export async function readOwnExchange(
  { operator, key }: KeyHolder,
  id: string,
): Promise<OwnExchangeView> {
  const record = await operator.store.findExchange(id);
  if (record?.keyId !== key.id) throw notFound('exchange');
  return hideSecrets(encodeExchange(record, new Map([[key.id, key.name]])));
}

function hideSecrets(exchange: ExchangeView): OwnExchangeView {
  const attempts = exchange.attempt_records.map((attempt) => ({
    ...attempt,
    ...nothing,
    outbound: null,
    message: null,
  }));
  return { ...exchange, ...nothing, outbound: null, attempt_records: attempts };
}

const ownChargeView = ledgerView.extend(secretFields);

export const ownExplanationView = z
  .strictObject({
    object: z.literal('exchange.explanation'),
    exchange: ownExchangeView,
    attempts: z.array(z.strictObject({ entry: ownChargeView, lines: z.array(z.string()) })),
  })
  .meta({ id: 'OwnExplanation' });

/** How the cost of an exchange came about, in the prices that are paid. */
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
      entry: { ...encodeLedgerEntry(entry), ...nothing },
      lines: entry.arithmetic === undefined ? [] : [...explainCharge(entry.arithmetic)],
    })),
  };
}

export const ownUsageQuery = usageQuery
  .omit({ key_id: true, account_id: true, upstream: true })
  .extend({ by: groupedBy(['time', 'day', 'hour', 'group', 'model']) });

export const ownUsageView = usageView.extend(secretFields).meta({ id: 'OwnUsageSum' });

export async function sumOwnUsage(
  { operator, key }: KeyHolder,
  query: z.output<typeof ownUsageQuery>,
): Promise<readonly z.infer<typeof ownUsageView>[]> {
  const sums = await sumUsage(operator, { ...query, key_id: key.id });
  return sums.map((sum) => ({ ...sum, ...nothing }));
}

export const ownLatencyQuery = latencyQuery.omit({
  key_id: true,
  account_id: true,
  upstream: true,
});

/** How long the exchanges of the key took. */
export function measureOwnLatency(
  { operator, key }: KeyHolder,
  query: z.output<typeof ownLatencyQuery>,
): Promise<LatencyView> {
  return measureLatency(operator, { ...query, key_id: key.id });
}
