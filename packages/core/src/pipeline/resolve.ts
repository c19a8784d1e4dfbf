import type { GatewayContext } from '../context.ts';
import type { Exchange } from './exchange.ts';
import { resolveCallName, type Resolution } from '../models/routing/call-name.ts';
import { orderTargets } from '../models/routing/select.ts';
import type { Target } from '../models/routing/snapshot.ts';
import type { Caller } from './authenticate.ts';
import type { Question } from './parse.ts';

/** What a call name stands for, with its targets in the order in which they are tried, at least one. */
export interface Resolved extends Pick<Resolution, 'group' | 'effort'> {
  readonly callName: string;
  readonly targets: readonly Target[];
}

/**
 * Call name and groups → targets.
 * @throws GatewayError `not-found`, the same for unknown models and for those not allowed
 */
export function resolve(
  gateway: GatewayContext,
  exchange: Exchange,
  { caller, question }: { readonly caller: Caller; readonly question: Question },
): Resolved {
  const { route, group, effort } = resolveCallName(caller, question.facts.model);
  const targets = orderTargets(route.targets, {
    inbound: exchange.inbound.dialect,
    isAvailable: (upstream) => gateway.health.isAvailable(upstream),
  });
  return { callName: route.callName, group, targets, ...(effort && { effort }) };
}
