/** What follows a failed attempt: what is noted, what is tried next, and in the end the client's error; used by `attempt`. */
import { GatewayError, type UpstreamFault } from '@parley/protocol';
import type { PricedTarget } from '../../billing/quota/reservation/reserve.ts';
import type { GatewayContext } from '../../context.ts';
import { unknownName } from '../../models/routing/call-name.ts';
import type { Admitted } from '../state.ts';

interface Failure {
  readonly priced: PricedTarget;
  readonly error: GatewayError;
}

/** Logs a failed attempt, and notes it in the state of its upstream and of its target. */
export function noteFailure(
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
    code: error.code,
    reason: error.reason,
    status: error.upstreamStatus,
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
export function chooseNext(
  { log }: GatewayContext,
  { id, attempts }: Admitted,
  choice: Choice,
): Next {
  const { code, reason } = choice.error;
  const next = decideNext(choice);
  log.debug?.('The step after a failed attempt was chosen.', {
    ...{ request_id: id, attempt: attempts.all.length, step: next },
    ...{ error_code: code, error_reason: reason },
  });
  return next;
}

/**
 * A rejected request would be rejected everywhere, so it is not retried; an upstream that is slow or limits its rate is
 * not called again at once. A fault between the gateway and one upstream says nothing about the others, and neither does
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
  return isMomentary && mayRetry && fault === undefined ? 'same-target' : 'give-up';
}

/** The error for the client when no target replied, by those of all attempts. */
export function summarizeFailures(
  admitted: Admitted,
  errors: readonly GatewayError[],
): GatewayError {
  return nameMissing(admitted, chooseError(errors));
}

/**
 * Of those that a retry may cure the last one, or if all are rate limits, the one that
 * ends first. If there is none, the last error.
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
