/** The fourth stage: finds the targets of the requested model. */
import type { GatewayContext } from '../context.ts';
import { resolveCallName } from '../models/routing/call-name.ts';
import { createDraw } from '../models/routing/draw.ts';
import { orderTargets } from '../models/routing/select.ts';
import { readSession } from './headers.ts';
import type { Parsed, Resolved } from './state.ts';

/**
 * Resolves the call name within the groups of the key to targets, in the order in which they are tried.
 * @throws GatewayError `not-found`, the same for unknown models and for models that are not allowed
 */
export function resolve(gateway: GatewayContext, parsed: Parsed): Resolved {
  const { caller, request, inbound, incoming } = parsed;
  const { route, group, effort } = resolveCallName(caller, request.summary.model);
  const targets = orderTargets(route.targets, {
    inbound: inbound.dialect,
    isAvailable: (upstream) => gateway.health.isAvailable(upstream),
    draw: createDraw(readSession(incoming.request)),
  });
  gateway.log.debug?.('The targets of a request were found.', {
    ...{ request_id: parsed.id, model: route.callName, group: group.name },
    targets: targets.map(({ upstream, model }) => `${upstream.name}/${model}`).join(', '),
  });
  return { ...parsed, route: { callName: route.callName, group, targets, effort } };
}
