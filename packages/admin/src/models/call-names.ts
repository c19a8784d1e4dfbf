/** Call names: what a client may send as `model`, with prices and targets. */
import * as z from 'zod';
import {
  type FoundPrice,
  listUsableNames,
  plainMultiplier,
  type Price,
  quotePrice,
  type Rates,
  type Scope,
  upstreamStates,
  type UsableName,
} from '@parley/core/extension';
import { formatMultiplied } from '../shared/dollars.ts';
import type { ConfigurationOperator } from '../shared/operator.ts';
import { findCallerScope, scopeFields } from './scope.ts';

/** Validates whose call names are asked for: those of a key, or of a group. */
export const callNameQuery = z.strictObject(scopeFields);

const rateFields = {
  input: z.string(),
  output: z.string(),
  cache_read: z.string(),
  cache_write: z.string().describe('To a cache that lasts five minutes.'),
  reasoning: z.string(),
  audio_input: z.string(),
  audio_output: z.string(),
  image_input: z.string(),
  image_output: z.string(),
  video_input: z.string(),
  video_output: z.string(),
};

export const priceView = z
  .strictObject({
    ...rateFields,
    tiers: z
      .array(z.strictObject({ above: z.int(), ...rateFields }))
      .describe('Prices of the whole call when its prompt has more tokens than `above`.'),
    services: z
      .record(z.string(), z.number())
      .describe('Factors of the price for services that are not the usual one.'),
    fees: z
      .record(z.string(), z.string())
      .describe('Dollars per 1,000 uses of a tool, grounded prompts or requests.'),
    multiplier: z.number().describe('The multiplier of the group; the prices include it.'),
  })
  .describe('Dollars per million tokens, as charged to the client.');

/** A name that a key may call as the API writes it; prices are dollars per million tokens, as decimal texts. */
export const callNameView = z
  .strictObject({
    object: z.literal('call_name'),
    name: z.string().describe('The value of `model` in a request.'),
    model: z.string().describe('The call name without the fingerprint.'),
    group: z.string().describe('The group that serves it.'),
    fingerprint: z
      .string()
      .nullable()
      .describe('The fingerprint of the group, if the name begins with it.'),
    display_name: z.string(),
    owned_by: z.string(),
    max_input_tokens: z.int().nullable(),
    max_output_tokens: z.int().nullable(),
    accepts_images: z
      .boolean()
      .nullable()
      .describe('Whether a prompt may contain images; null when unknown.'),
    price: priceView
      .nullable()
      .describe('What the client pays, whichever target answers; null when free or unknown.'),
    price_source: z.string().nullable(),
    price_varies: z
      .boolean()
      .describe('Whether another target costs something else; the client pays the same price.'),
    free: z.boolean(),
    targets: z
      .array(
        z.strictObject({
          upstream: z.string(),
          model: z.string(),
          priority: z.int(),
          weight: z.int().describe('The share of the calls among equal targets.'),
          state: z.enum(upstreamStates),
        }),
      )
      .describe('In the order of their priority.'),
  })
  .meta({ id: 'CallName' });

/** A name that a key may call, in the format of the API. */
export type CallNameView = z.infer<typeof callNameView>;

/** Lists the call names that a key, or any key of a group, may use, with their prices. */
export async function listCallNames(
  operator: ConfigurationOperator,
  query: z.output<typeof callNameQuery>,
): Promise<readonly CallNameView[]> {
  const { scope } = await findCallerScope(operator, query);
  return toCallNameViews(operator, scope);
}

export function toCallNameViews(
  operator: ConfigurationOperator,
  scope: Scope,
): readonly CallNameView[] {
  return listUsableNames(scope, { aliases: false }).map((name) => toCallNameView(operator, name));
}

function toCallNameView(operator: ConfigurationOperator, { entry, resolution }: UsableName) {
  const { route, group, by } = resolution;
  const { maxInputTokens, maxOutputTokens, acceptsImages } = entry;
  return {
    object: 'call_name' as const,
    name: entry.id,
    model: route.callName,
    group: group.name,
    fingerprint: by === 'fingerprint' ? (group.fingerprint ?? null) : null,
    display_name: entry.displayName,
    owned_by: entry.ownedBy,
    max_input_tokens: maxInputTokens ?? null,
    max_output_tokens: maxOutputTokens ?? null,
    accepts_images: acceptsImages ?? null,
    ...describePrices(operator, resolution),
    targets: route.targets.map(({ upstream, model, priority, weight }) => ({
      upstream: upstream.name,
      model,
      priority,
      weight,
      state: operator.health.read(upstream.name).state,
    })),
  };
}

type PriceFacts = Pick<CallNameView, 'price' | 'price_source' | 'price_varies' | 'free'>;

function describePrices(
  { configuration, clock }: ConfigurationOperator,
  { route, group }: UsableName['resolution'],
): PriceFacts {
  const snapshot = configuration.snapshot();
  const now = clock.now();
  const quote = quotePrice(snapshot, { ...route, group }, now);
  const price = quote.price.kind === 'priced' ? quote.price.price : undefined;
  const [first, ...others] = route.targets.map((target) => snapshot.prices.find(target, now));
  return {
    price: price === undefined ? null : toPriceView(price, quote.multiplier),
    price_source: price?.source ?? null,
    price_varies: first !== undefined && others.some((other) => !hasSamePrice(first, other)),
    free: quote.price.kind === 'free',
  };
}

/** Compares what is charged, whatever the source of the price. */
function hasSamePrice(one: FoundPrice, other: FoundPrice): boolean {
  if (one.kind !== 'priced' || other.kind !== 'priced') return one.kind === other.kind;
  const terms = ({ rates, tiers, services, fees }: Price) =>
    JSON.stringify([rates, tiers, services, fees]);
  return terms(one.price) === terms(other.price);
}

function toPriceView(price: Price, multiplier: number): z.infer<typeof priceView> {
  const { rates, tiers, services, fees = {} } = price;
  return {
    ...toRatesView(rates, multiplier),
    tiers: tiers.map((tier) => ({ above: tier.above, ...toRatesView(tier.rates, multiplier) })),
    services: Object.fromEntries(
      Object.entries(services).map(([name, factor]) => [name, factor / plainMultiplier]),
    ),
    // Fees are kept for a million, like rates.
    fees: Object.fromEntries(
      Object.entries(fees).map(([name, fee]) => [name, formatMultiplied(fee / 1_000, multiplier)]),
    ),
    multiplier: multiplier / plainMultiplier,
  };
}

function toRatesView(rates: Rates, multiplier: number) {
  return {
    input: formatMultiplied(rates.input, multiplier),
    output: formatMultiplied(rates.output, multiplier),
    cache_read: formatMultiplied(rates.cacheRead, multiplier),
    cache_write: formatMultiplied(rates.cacheWrite5m, multiplier),
    reasoning: formatMultiplied(rates.reasoning, multiplier),
    audio_input: formatMultiplied(rates.audioInput, multiplier),
    audio_output: formatMultiplied(rates.audioOutput, multiplier),
    image_input: formatMultiplied(rates.imageInput, multiplier),
    image_output: formatMultiplied(rates.imageOutput, multiplier),
    video_input: formatMultiplied(rates.videoInput, multiplier),
    video_output: formatMultiplied(rates.videoOutput, multiplier),
  };
}
