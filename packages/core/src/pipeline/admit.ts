/** The fifth stage: checks the limits of the gateway and the key, and reserves what the exchange will cost. */
import { GatewayError } from '@parley/protocol';
import { isLimited, needsPrice } from '../billing/quota/limits/limited.ts';
import { reserve, type PricedTarget } from '../billing/quota/reservation/reserve.ts';
import type { GatewayContext } from '../context.ts';
import { cannotRecord } from '../store/errors.ts';
import type { Operation } from './operations/operation.ts';
import { quotePrice } from '../models/routing/quote.ts';
import { hasTimers } from '../ports.ts';
import {
  advance,
  elapsedMs,
  whenKnown,
  type Admission,
  type Admitted,
  type Resolved,
} from './state.ts';

/**
 * Takes a slot in this process, and reserves what the exchange will cost in the store. Returns no promise where this
 * process holds enough already.
 * @throws GatewayError `overloaded` when no slot is free, the gateway is shutting down or the store does not respond;
 *   `rate-limited`, `quota-exhausted` or `forbidden` when a limit of the key is exceeded
 */
export function admit(
  gateway: GatewayContext,
  resolved: Resolved,
  { isRecorded }: Operation,
): Admitted | Promise<Admitted> {
  gateway.gate.enter(resolved.running);
  const offer = priceRoute(gateway, resolved);
  const reserved = isRecorded ? reserveCost(gateway, resolved, offer) : offer;
  return whenKnown(reserved, (admission) =>
    advance(resolved, { admission, admittedMs: elapsedMs(gateway, resolved) }),
  );
}

/** What a call name offers: targets with their costs, and the price that the caller pays. */
type Offer = Pick<Admission, 'targets' | 'quote'>;

function priceRoute(gateway: GatewayContext, { route, startedAt: at }: Resolved): Offer {
  const snapshot = gateway.snapshot();
  const { group, callName, targets, pricedBy } = route;
  return {
    targets: targets.map((target) => ({ target, price: snapshot.prices.find(target, at) })),
    quote: quotePrice(snapshot, { group, callName, targets: pricedBy }, at),
  };
}

function reserveCost(
  gateway: GatewayContext,
  resolved: Resolved,
  offer: Offer,
): Admission | Promise<Admission> {
  if (gateway.settlements.isFull) throw cannotRecord();
  const { id: exchangeId, caller, request, route, interruption, incoming } = resolved;
  const { quote } = offer;
  const targets = payableTargets(gateway, resolved, offer);
  if (!isLimited(caller)) return { targets, quote };
  gateway.log.debug?.('Quota is being reserved, which may wait.', { request_id: exchangeId });
  const reserved = reserve(gateway, {
    exchangeId,
    caller,
    request,
    quote,
    effort: route.effort,
    targets,
    overdraft: gateway.snapshot().overdraft,
    interruption,
    byTimer: hasTimers(incoming.host),
  });
  return whenKnown(reserved, ({ budget, reservation, standing, hold }) => {
    gateway.log.debug?.('Quota was reserved.', { request_id: exchangeId });
    return { targets, quote, budget, reservation, standing, hold };
  });
}

/**
 * Leaves out targets without a price, if money is limited or the configuration requires prices, unless the
 * call name has a sale price.
 */
function payableTargets(
  gateway: GatewayContext,
  { caller }: Resolved,
  { targets: priced, quote }: Offer,
): readonly PricedTarget[] {
  const mustHavePrice = needsPrice(gateway.snapshot(), caller) && !quote.isSalePrice;
  const payable = mustHavePrice ? priced.filter(({ price }) => price.kind !== 'unknown') : priced;
  if (payable.length > 0) return payable;
  throw new GatewayError('forbidden', 'This model has no price, so this API key cannot use it.', {
    reason: 'price_unknown',
    param: 'model',
  });
}
