/** The targets of one exchange in the order in which they are tried; used by `attempt`. */
import { GatewayError, omitUndefined } from '@parley/protocol';
import type { PricedTarget } from '../../billing/quota/reservation/reserve.ts';
import type { GatewayContext } from '../../context.ts';
import type { Target } from '../../models/routing/route.ts';

/**
 * Hands out targets one after the other. Those of an upstream whose circuit is open, or that another exchange is
 * probing, come last. Those at their rate limit are left out. If nothing else can be called, only those are left out
 * that have refused another call since; otherwise the upstream itself decides.
 */
export class TargetQueue {
  /** The errors of the targets that were left out. */
  readonly refusals: GatewayError[] = [];
  readonly #gateway: Pick<GatewayContext, 'health' | 'cooldowns'>;
  readonly #waiting: PricedTarget[];
  readonly #callName: string;
  #hasBegun = false;

  constructor(
    gateway: Pick<GatewayContext, 'health' | 'cooldowns'>,
    targets: readonly PricedTarget[],
    callName: string,
  ) {
    this.#gateway = gateway;
    this.#waiting = [...targets];
    this.#callName = callName;
  }

  /** Whether there is another target that may be called. */
  get hasNext(): boolean {
    return this.#waiting.some(({ target }) => this.#gateway.cooldowns.remainingMs(target) === 0);
  }

  next(): PricedTarget | undefined {
    const { cooldowns } = this.#gateway;
    const isLastResort = !this.#hasBegun && !this.hasNext;
    this.#hasBegun = true;
    for (let priced = this.#take(); priced !== undefined; priced = this.#take()) {
      const { target } = priced;
      if (cooldowns.remainingMs(target) === 0) return priced;
      if (isLastResort && cooldowns.refusalOf(target) === undefined) return priced;
      this.refusals.push(this.#refuse(target));
    }
    return undefined;
  }

  #take(): PricedTarget | undefined {
    const { health } = this.#gateway;
    const index = this.#waiting.findIndex(({ target }) => health.isAvailable(target.upstream.name));
    return this.#waiting.splice(Math.max(0, index), 1)[0];
  }

  /** Repeats what the upstream said to this call name, with what is left of the wait. */
  #refuse(target: Target): GatewayError {
    const { cooldowns } = this.#gateway;
    const retryAfter = Math.ceil(cooldowns.remainingMs(target) / 1_000);
    const refusal = cooldowns.refusalOf(target);
    if (refusal?.callName !== this.#callName) return atRateLimit(retryAfter);
    const { code, message } = refusal.error;
    return new GatewayError(code, message, { ...omitUndefined(refusal.error), retryAfter });
  }
}

function atRateLimit(retryAfter: number): GatewayError {
  const reason = 'upstream_rate_limited';
  const message = 'The rate limit of the upstream is reached.';
  return new GatewayError('rate-limited', message, { reason, retryAfter });
}
