/** The fifth stage: checks the limits of the gateway and the key, and reserves the maximum cost. */
import { GatewayError } from '@parley/protocol';
import type { PricedTarget } from '../billing/quota/reserve.ts';
import { isLimited, needsPrice } from '../billing/quota/limited.ts';
import { reserve } from '../billing/quota/reserve.ts';
import type { GatewayContext } from '../context.ts';
import type { Operation } from './operations/operation.ts';
import { elapsedMs } from './receive.ts';
import type { Admission, Admitted, Resolved } from './state.ts';

/**
 * Takes a slot in this process, and reserves the maximum cost of the exchange in the store.
 * @throws GatewayError `overloaded` when no slot is free, the gateway is shutting down or the store does
 *   not respond; `rate-limited`, `quota-exhausted` or `forbidden` when a limit of the key is exceeded
 */
export async function admit(
  gateway: GatewayContext,
  resolved: Resolved,
  { isRecorded }: Operation,
): Promise<Admitted> {
  gateway.gate.enter(resolved.id);
  const targets = priceTargets(gateway, resolved);
  const admission = isRecorded ? await reserveCost(gateway, resolved, targets) : { targets };
  return { ...resolved, admission, admittedMs: elapsedMs(gateway, resolved) };
}

function priceTargets(
  gateway: GatewayContext,
  { route, startedAt }: Resolved,
): readonly PricedTarget[] {
  const { prices } = gateway.snapshot();
  return route.targets.map((target) => ({ target, price: prices.find(target, startedAt) }));
}

async function reserveCost(
  gateway: GatewayContext,
  resolved: Resolved,
  priced: readonly PricedTarget[],
): Promise<Admission> {
  if (gateway.settlements.isFull) {
    throw new GatewayError('overloaded', 'The gateway cannot record exchanges right now.', {
      reason: 'store_unavailable',
      retryAfter: 5,
    });
  }
  const { id: exchangeId, caller, request, route, interruption, incoming } = resolved;
  const targets = payableTargets(gateway, resolved, priced);
  if (!isLimited(caller)) return { targets };
  gateway.log.debug?.('Quota is being reserved, which may wait.', { request_id: exchangeId });
  const reserved = await reserve(gateway, {
    exchangeId,
    caller,
    request,
    group: route.group,
    effort: route.effort,
    targets,
    overdraft: gateway.snapshot().overdraft,
    interruption,
    // Where the host stops with the response, timers of this process do not run.
    byTimer: incoming.host.waitUntil === undefined,
  });
  gateway.log.debug?.('Quota was reserved.', { request_id: exchangeId });
  return { targets, ...reserved };
}

/**
 * Leaves out targets without a price, whose cost cannot be reserved, if money is limited or the
 * configuration requires prices.
 */
function payableTargets(
  gateway: GatewayContext,
  { caller }: Resolved,
  priced: readonly PricedTarget[],
): readonly PricedTarget[] {
  const mustHavePrice = needsPrice(gateway.snapshot(), caller);
  const payable = mustHavePrice ? priced.filter(({ price }) => price.kind !== 'unknown') : priced;
  if (payable.length > 0) return payable;
  throw new GatewayError('forbidden', 'This model has no price, so this API key cannot use it.', {
    reason: 'price_unknown',
    param: 'model',
  });
}
