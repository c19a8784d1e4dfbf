/** Refuses new exchanges while the process is overloaded; called before anything else is done for them. */
import { GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import type { OverloadLimits } from '../../models/routing/snapshot.ts';
import type { ProcessLoad } from '../../ports.ts';

/** Seconds after which a client may try again. */
const retryAfter = 2;

/**
 * Refuses an exchange when the event loop or the heap is above its limit: running exchanges can then still be
 * finished. Endpoints that call no model are served.
 * @throws GatewayError `overloaded`
 */
export function refuseOverload({
  load,
  snapshot,
}: Pick<GatewayContext, 'load' | 'snapshot'>): void {
  const reason = load && findOverload(load.measure(), snapshot().overload);
  if (reason === undefined) return;
  throw new GatewayError('overloaded', 'The gateway is overloaded.', { reason, retryAfter });
}

function findOverload(
  { delayMs = 0, heapShare = 0 }: ProcessLoad,
  limits: OverloadLimits,
): string | undefined {
  if (delayMs > limits.delayMs) return 'event_loop_delay';
  return heapShare > limits.heapShare ? 'heap' : undefined;
}
