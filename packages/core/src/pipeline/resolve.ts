/** The fourth stage: finds the targets of the requested model. */
import { GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import { resolveCallName } from '../models/routing/call-name.ts';
import { createDraw } from '../models/routing/draw.ts';
import { orderTargets } from '../models/routing/select.ts';
import { readSession } from './headers.ts';
import type { Target } from '../models/routing/snapshot.ts';
import { advance, type Parsed, type Resolved } from './state.ts';

/**
 * Resolves the call name within the groups of the key to targets, in the order in which they are tried.
 * @throws GatewayError `not-found`, the same for unknown models and for models that are not allowed;
 *   `invalid-request` when no target can answer in the background, as requested
 */
export function resolve(gateway: GatewayContext, parsed: Parsed): Resolved {
  const { caller, request } = parsed;
  const { route, group, effort } = resolveCallName(caller, request.summary.model);
  const targets = order(gateway, parsed, answeringTargets(parsed, route.targets));
  gateway.log.debug?.('The targets of a request were found.', {
    ...{ request_id: parsed.id, model: route.callName, group: group.name },
    targets: targets.map(({ upstream, model }) => `${upstream.name}/${model}`).join(', '),
  });
  return advance(parsed, { route: { callName: route.callName, group, targets, effort } });
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

/** Only upstreams that speak the client's dialect generate replies in the background for it. */
function answeringTargets(
  { request, inbound }: Parsed,
  targets: readonly Target[],
): readonly Target[] {
  if (request.isBackground !== true) return targets;
  const found = targets.filter(({ upstream }) => inbound.dialect in upstream.baseUrls);
  if (found.length > 0) return found;
  throw new GatewayError('invalid-request', noBackground, {
    reason: 'background_not_supported',
    param: 'background',
  });
}
