/** The targets of one exchange in the order in which they are tried; used by `attempt`. */
import { GatewayError } from '@parley/protocol';
import type { PricedTarget } from '../../billing/quota/reserve.ts';
import type { GatewayContext } from '../../context.ts';

/**
 * Hands out targets one after the other. Those of an upstream whose circuit is open, or that another exchange is
 * probing, come last. Those at their rate limit are left out, unless nothing else can be called: then the upstream
 * itself decides.
 */
export class TargetQueue {
  /** The errors of the targets that were left out. */
  readonly refusals: GatewayError[] = [];
  readonly #gateway: Pick<GatewayContext, 'health' | 'rests'>;
  readonly #waiting: PricedTarget[];
  #hasBegun = false;

  constructor(gateway: Pick<GatewayContext, 'health' | 'rests'>, targets: readonly PricedTarget[]) {
    this.#gateway = gateway;
    this.#waiting = [...targets];
  }

  /** Whether there is another target that may be called. */
  get hasNext(): boolean {
    return this.#waiting.some(({ target }) => this.#gateway.rests.remainingMs(target) === 0);
  }

  next(): PricedTarget | undefined {
    const isLastResort = !this.#hasBegun && !this.hasNext;
    this.#hasBegun = true;
    for (let priced = this.#take(); priced !== undefined; priced = this.#take()) {
      if (isLastResort) return priced;
      const restMs = this.#gateway.rests.remainingMs(priced.target);
      if (restMs === 0) return priced;
      this.refusals.push(atRateLimit(restMs));
    }
    return undefined;
  }

  #take(): PricedTarget | undefined {
    const { health } = this.#gateway;
    const index = this.#waiting.findIndex(({ target }) => health.isAvailable(target.upstream.name));
    return this.#waiting.splice(Math.max(0, index), 1)[0];
  }
}

function atRateLimit(restMs: number): GatewayError {
  return new GatewayError('rate-limited', 'The rate limit of the upstream is reached.', {
    reason: 'upstream_rate_limited',
    retryAfter: Math.ceil(restMs / 1_000),
  });
}
