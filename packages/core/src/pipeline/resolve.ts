/** The fourth stage: finds the targets of the requested model. */
import { GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import { resolveCallName } from '../models/routing/call-name.ts';
import { createDraw } from '../models/routing/draw.ts';
import { orderTargets } from '../models/routing/select.ts';
import { readSession } from './request/request-headers.ts';
import type { Target } from '../models/routing/snapshot.ts';
import { advance, type Parsed, type Resolved } from './state.ts';

/**
 * Resolves the call name within the groups of the key to targets, in the order in which they are tried.
 * @throws GatewayError `not-found`, the same for unknown models and for models that are not allowed;
 *   `invalid-request` when no target can do what only upstreams of the client's dialect can
 */
export function resolve(gateway: GatewayContext, parsed: Parsed): Resolved {
  const { caller, request } = parsed;
  const { route, group, effort } = resolveCallName(caller, request.summary.model);
  const targets = order(gateway, parsed, answeringTargets(parsed, route.targets));
  gateway.log.debug?.('The targets of a request were found.', {
    request_id: parsed.id,
    model: route.callName,
    group: group.name,
    targets: targets.map(({ upstream, model }) => `${upstream.name}/${model}`).join(', '),
  });
  const { callName, targets: pricedBy } = route;
  return advance(parsed, { route: { callName, group, targets, pricedBy, effort } });
}

/** A single target, as most models have, needs no order. */
function order(
  gateway: GatewayContext,
  { inbound, incoming }: Parsed,
  targets: readonly Target[],
): readonly Target[] {
  if (targets.length < 2) return targets;
  return orderTargets(targets, {
    inbound: inbound.dialect,
    isAvailable: (upstream) => gateway.health.isAvailable(upstream),
    draw: createDraw(readSession(incoming.request)),
  });
}

const noBackground =
  'No upstream of this model speaks the Responses format, which background responses need: stream the response.';

/**
 * Only upstreams that speak the client's dialect reply in the background. They are the only ones that compact
 * conversations, too; where there is none, the model of another one writes a summary.
 */
function answeringTargets(
  { request: { isBackground, isCompaction }, inbound }: Parsed,
  targets: readonly Target[],
): readonly Target[] {
  if (isBackground !== true && isCompaction !== true) return targets;
  const found = targets.filter(({ upstream }) => inbound.dialect in upstream.baseUrls);
  if (found.length > 0) return found;
  if (isBackground !== true) return targets;
  throw new GatewayError('invalid-request', noBackground, {
    reason: 'background_not_supported',
    param: 'background',
  });
}
