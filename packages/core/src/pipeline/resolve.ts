/** The fourth stage: who may answer. */
import type { GatewayContext } from '../context.ts';
import { resolveCallName } from '../models/routing/call-name.ts';
import { orderTargets } from '../models/routing/select.ts';
import type { Parsed, Resolved } from './state.ts';

/**
 * Call name and groups → targets in the order in which they are tried.
 * @throws GatewayError `not-found`, the same for unknown models and for those not allowed
 */
export function resolve(gateway: GatewayContext, parsed: Parsed): Resolved {
  const { caller, request, inbound } = parsed;
  const { route, group, effort } = resolveCallName(caller, request.summary.model);
  const targets = orderTargets(route.targets, {
    inbound: inbound.dialect,
    isHealthy: (upstream) => gateway.health.isHealthy(upstream),
  });
  return {
    ...parsed,
    route: { callName: route.callName, group, targets, ...(effort && { effort }) },
  };
}
