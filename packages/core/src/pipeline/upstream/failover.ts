/** What follows a failed attempt: what is recorded, which target is next, and in the end the client's error; used by `attempt`. */
import { GatewayError, type UpstreamFault } from '@parley/protocol';
import type { PricedTarget } from '../../billing/quota/reservation/reserve.ts';
import type { GatewayContext } from '../../context.ts';
import { unknownName } from '../../models/routing/call-name.ts';
import type { Admitted } from '../state.ts';
import { TargetQueue } from './target-queue.ts';

/** A target that was tried, and why it has not replied. */
export interface Failure {
  readonly priced: PricedTarget;
  readonly error: GatewayError;
}

/** Chooses the targets of one exchange: the first one, and another after each failure while that may help. */
export class Failover {
  readonly #gateway: GatewayContext;
  readonly #admitted: Admitted;
  readonly #queue: TargetQueue;
  /** The errors of the targets that were called. */
  #errors: readonly GatewayError[] = none;
  /** Those of the targets for which the request cannot be written. */
  #unwritable: readonly GatewayError[] = none;
  #called = 0;
  #hasRetried = false;

  constructor(gateway: GatewayContext, admitted: Admitted) {
    const { admission, request } = admitted;
    this.#gateway = gateway;
    this.#admitted = admitted;
    this.#queue = new TargetQueue(gateway, admission.targets, request.summary.model);
  }

  /** Returns `undefined` when all targets are left out, because their rate limits are reached. */
  first(): PricedTarget | undefined {
    return this.#queue.next();
  }

  /** Records a failure. Returns the target to try next, after a pause if it is the same; `undefined` if there is none. */
  async after(failure: Failure): Promise<PricedTarget | undefined> {
    const { priced, error } = failure;
    const wasCalled = this.#keep(error);
    recordFailure(this.#gateway, this.#admitted, failure);
    const next = chooseNext(this.#gateway, this.#admitted, {
      error,
      wasCalled,
      hasOther: this.#queue.hasNext,
      mayRetry: !this.#hasRetried,
    });
    this.#hasRetried = next === 'same-target';
    if (next === 'next-target') return this.#queue.next();
    if (next === 'give-up') return undefined;
    await pause();
    return priced;
  }

  /** Returns whether the target was called, which begins an attempt. */
  #keep(error: GatewayError): boolean {
    const called = this.#admitted.attempts.all.length;
    const wasCalled = called > this.#called;
    this.#called = called;
    if (wasCalled) this.#errors = [...this.#errors, error];
    else this.#unwritable = [...this.#unwritable, error];
    return wasCalled;
  }

  /** The error for the client when no target replied. */
  summarize(): GatewayError {
    const errors = [...this.#queue.refusals, ...this.#errors];
    return nameMissing(this.#admitted, chooseError(errors.length > 0 ? errors : this.#unwritable));
  }
}

const none: readonly GatewayError[] = [];

/** Minimum pause before a retry of the same target, in milliseconds; the pause is less than twice as long. */
const pauseMs = 100;

function pause(): Promise<void> {
  return new Promise((resolve) => {
    const [chance = 0] = crypto.getRandomValues(new Uint8Array(1));
    setTimeout(resolve, pauseMs * (1 + chance / 256));
  });
}

/** Logs a failed attempt, and records it in the state of its upstream and of its target. */
function recordFailure(
  gateway: GatewayContext,
  { id, request }: Admitted,
  { priced, error }: Failure,
): void {
  const callName = request.summary.model;
  const { upstream, model } = priced.target;
  gateway.health.recordFailure(upstream.name, error);
  if (error.code === 'rate-limited') {
    gateway.cooldowns.begin(priced.target, error.retryAfter, { callName, error });
  }
  const { fault } = error;
  const needsOperator = fault !== undefined && fault !== 'context';
  gateway.log(needsOperator ? 'error' : 'warn', faultLines[fault ?? 'none'], {
    request_id: id,
    upstream: upstream.name,
    model,
    status: error.upstreamStatus,
    error_code: error.code,
    error_reason: error.reason,
    cause: error.cause,
  });
}

/** What the log says about a failed attempt. */
const faultLines = {
  credential: 'The upstream refuses our credential.',
  account: 'Our account at the upstream is empty or closed.',
  model: 'The upstream does not have the model.',
  context: 'The conversation is too long for the model.',
  none: 'An attempt failed.',
} as const satisfies Record<UpstreamFault | 'none', string>;

/** What to do after a failed attempt. */
type Next = 'next-target' | 'same-target' | 'give-up';

interface Choice {
  readonly error: GatewayError;
  /** Whether another target may be called. */
  readonly hasOther: boolean;
  /** Whether the same target may be called again. */
  readonly mayRetry: boolean;
  /** False if the request cannot be written for the target. */
  readonly wasCalled: boolean;
}

/** Decides what to do after a failed attempt, and logs it. */
function chooseNext({ log }: GatewayContext, { id, attempts }: Admitted, choice: Choice): Next {
  const { code, reason } = choice.error;
  const next = decideNext(choice);
  log.debug?.('The step after a failed attempt was chosen.', {
    request_id: id,
    attempt: attempts.all.length,
    step: next,
    error_code: code,
    error_reason: reason,
  });
  return next;
}

/**
 * A rejected request would be rejected everywhere, so it is not retried; an upstream that is slow, limits its rate or
 * redirects is not called again at once. A fault between the gateway and one upstream says nothing about the others, and neither does
 * what the format of one cannot express.
 */
function decideNext({ error, hasOther, mayRetry, wasCalled }: Choice): Next {
  if (!wasCalled) return hasOther ? 'next-target' : 'give-up';
  const { code, fault, upstreamStatus, reason } = error;
  // The upstream has accepted the request, and its reply was lost here.
  if (reason === 'store_unavailable' && upstreamStatus === undefined) return 'give-up';
  const isMomentary = code === 'upstream-unavailable' || code === 'overloaded';
  const mayWorkElsewhere =
    isMomentary || code === 'upstream-timeout' || code === 'rate-limited' || fault !== undefined;
  if (mayWorkElsewhere && hasOther) return 'next-target';
  const mayWorkNow = isMomentary && fault === undefined && reason !== 'upstream_redirect';
  return mayWorkNow && mayRetry ? 'same-target' : 'give-up';
}

/**
 * The last error that a retry may cure; if all of those are rate limits, the one that ends first. Without any, the
 * last error.
 */
function chooseError(errors: readonly GatewayError[]): GatewayError {
  const curable = errors.filter(({ fault }) => fault === undefined);
  const last = (curable.length > 0 ? curable : errors).at(-1);
  if (last === undefined) return new GatewayError('internal', 'No target was tried.');
  if (!curable.every((error) => error.code === 'rate-limited')) return last;
  return curable.reduce(
    (soonest, error) =>
      (error.retryAfter ?? Infinity) < (soonest.retryAfter ?? Infinity) ? error : soonest,
    last,
  );
}

/**
 * A client that names an upstream and its model itself, as `upstream/model`, has named one that does not exist:
 * it gets the error of any unknown name.
 */
function nameMissing({ caller, request, route }: Admitted, error: GatewayError): GatewayError {
  const isNamed = route.targets.some(
    ({ upstream, model }) => route.callName === `${upstream.name}/${model}`,
  );
  return error.fault === 'model' && isNamed ? unknownName(caller, request.summary.model) : error;
}
