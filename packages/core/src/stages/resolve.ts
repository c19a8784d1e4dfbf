import type { GatewayContext } from '../context.ts';
import type { Exchange } from '../exchange.ts';
import { resolveCallName } from '../routing/call-name.ts';
import { orderTargets } from '../routing/select.ts';
import type { Target } from '../routing/snapshot.ts';
import type { Caller } from './authenticate.ts';
import type { Question } from './decode.ts';

/**
 * Call name and group → targets in the order in which they are tried, at least one.
 * @throws GatewayError `not-found`, the same for unknown models and for those not allowed
 */
export function resolve(
  gateway: GatewayContext,
  exchange: Exchange,
  { caller, question }: { readonly caller: Caller; readonly question: Question },
): readonly Target[] {
  const route = resolveCallName(caller.group, question.facts.model);
  return orderTargets(route.targets, {
    inbound: exchange.inbound.dialect,
    isHealthy: (upstream) => gateway.health.isHealthy(upstream),
  });
}
