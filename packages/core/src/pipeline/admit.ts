import { GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import type { Exchange } from './state.ts';
import type { PricedTarget } from '../billing/pricing/priced-target.ts';
import { isLimited, needsPrice } from '../billing/quota/limited.ts';
import { reserve } from '../billing/quota/reserve.ts';
import type { Group, Target } from '../models/routing/snapshot.ts';
import type { Caller } from './authenticate.ts';
import type { Question } from './parse.ts';

export interface Applying {
  readonly caller: Caller;
  readonly question: Question;
  /** The group that serves it. */
  readonly group: Group;
  readonly targets: readonly Target[];
}

/**
 * Lets an exchange in: takes a place in this process, and holds in the store what it may use up.
 * @returns the targets that it may use, in the order in which they are tried, at least one
 * @throws GatewayError `overloaded` when the process runs as much as it may, is shutting down or
 *   cannot ask the store; `rate-limited`, `quota-exhausted` or `forbidden` when a limit says no
 */
export async function admit(
  gateway: GatewayContext,
  exchange: Exchange,
  asked: Applying,
): Promise<readonly PricedTarget[]> {
  exchange.facts.leave = gateway.gate.enter();
  const priced = priceTargets(gateway, exchange, asked.targets);
  if (!exchange.operation.recorded) return priced;
  if (gateway.desk.isFull) {
    throw new GatewayError('overloaded', 'The gateway cannot record exchanges right now.', {
      reason: 'store_unavailable',
      retryAfter: 5,
    });
  }
  const targets = payableTargets(gateway, asked.caller, priced);
  if (!isLimited(asked.caller)) return targets;
  const allowance = await reserve(gateway, exchange, { ...asked, targets });
  if (allowance !== undefined) exchange.facts.allowance = allowance;
  return targets;
}

function priceTargets(
  gateway: GatewayContext,
  { startedAt }: Exchange,
  targets: readonly Target[],
): readonly PricedTarget[] {
  const { prices } = gateway.snapshot();
  return targets.map((target) => ({ target, price: prices.find(target, startedAt) }));
}

/**
 * Leaves out what has no price where money is limited or the operator wants it: what such a target
 * costs could not be held, and must not be taken for nothing.
 */
function payableTargets(
  gateway: GatewayContext,
  caller: Caller,
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
