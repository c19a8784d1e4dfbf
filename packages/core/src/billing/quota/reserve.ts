/** Reserves the maximum cost of an exchange before its upstream is called. */
import { GatewayError, type Effort, omitUndefined } from '@parley/protocol';
import type { Clock } from '../../ports.ts';
import { requestAmounts, outputWithin } from '../pricing/requested-amounts.ts';
import type { FoundPrice } from '../../models/pricing/price.ts';
import type { Target } from '../../models/routing/route.ts';
import type { Group } from '../../models/routing/snapshot.ts';
import {
  StoreUnavailableError,
  type RequestedAmounts,
  type ReserveOutcome,
  type Standing,
  type Store,
} from '../../store/index.ts';
import { limitsUse, type Holder } from './limited.ts';
import type { Decided, QuotaWaitQueue, Waiting } from './quota-wait-queue.ts';
import { LimitRefusal, refusalError } from './refusal.ts';
import type { ReservationLeases } from './reservation-leases.ts';
import {
  boundTokens,
  countCandidates,
  type BillableRequest,
  type TokenBudget,
} from './token-bound.ts';

/** A target and the price that was valid when the exchange began. */
export interface PricedTarget {
  readonly target: Target;
  readonly price: FoundPrice;
}

/** The parts of a gateway that a reservation needs. */
export interface ReserveParts {
  readonly store: Pick<Store, 'reserve'>;
  readonly clock: Clock;
  readonly leases: ReservationLeases;
  readonly waitQueue: QuotaWaitQueue;
}

/** The exchange to be admitted. */
export interface AdmissionInput {
  readonly exchangeId: string;
  readonly caller: Holder;
  readonly request: BillableRequest;
  readonly group: Group;
  /** The reasoning effort of a tier rule, when the client sets none. */
  readonly effort?: Effort;
  readonly targets: readonly PricedTarget[];
  /** Ends the wait for what other exchanges have reserved. */
  readonly interruption: Waiting['interruption'];
  /** False where timers end with the request that started them. */
  readonly byTimer: boolean;
}

/** The result of a reservation. */
export interface Reserved {
  /** Absent where neither tokens nor money are limited. */
  readonly budget?: TokenBudget;
  readonly standing: Standing;
}

/**
 * Reserves what an exchange may use, and waits while other exchanges have reserved it.
 * @throws LimitRefusal when a limit rejects it; GatewayError when the store is unavailable
 */
export async function reserve(gateway: ReserveParts, input: AdmissionInput): Promise<Reserved> {
  const { caller, request, group, effort, targets } = input;
  const found = targets.map(({ price }) => price);
  const bound = boundTokens(
    omitUndefined({
      request,
      targets: targets.map(({ target }) => target),
      isRated: caller.key.limits.tokensPerMinute !== undefined,
      effort,
    }),
  );
  const outcome = await apply(gateway, input, requestAmounts(bound, found, group.multiplier));
  const { standing } = outcome;
  if (outcome.kind === 'refused') {
    throw new LimitRefusal(refusalError(outcome, gateway.clock.now()), outcome);
  }
  if (!limitsUse(caller)) return { standing };
  const outputTokens = outputWithin(outcome, bound, { found, multiplier: group.multiplier });
  const isTold =
    request.summary.maxOutputTokens !== undefined ||
    outputTokens < bound.outputBound ||
    found.some(({ kind }) => kind === 'priced');
  const budget = omitUndefined({
    promptTokens: bound.readsMore === true ? undefined : bound.inputBytesBound,
    outputTokens,
    outputLimit: isTold ? Math.floor(outputTokens / countCandidates(request)) : undefined,
  });
  return { budget, standing };
}

/**
 * The lease is registered first: if the store reserves but its response is lost, the reservation must still
 * be renewed or released.
 */
function apply(
  { leases, waitQueue, store }: ReserveParts,
  { exchangeId, caller, interruption, byTimer }: AdmissionInput,
  amounts: RequestedAmounts,
): Promise<Decided> {
  const { owner, lifeMs } = leases;
  const { id: keyId, accountId, limits } = caller.key;
  leases.sweepIfDue();
  leases.hold(exchangeId, byTimer);
  const request = { exchangeId, keyId, accountId, limits, amounts, owner, lifeMs };
  const ask = (last: boolean): Promise<ReserveOutcome> =>
    store.reserve({ ...request, last }).catch(refuseWithoutStore);
  return waitQueue.apply({ keyId, accountId, interruption, ask });
}

/**
 * Spent money cannot be recovered, so requests of limited keys are rejected while the store is unavailable.
 */
function refuseWithoutStore(cause: unknown): never {
  if (!(cause instanceof StoreUnavailableError)) throw cause;
  throw new GatewayError('overloaded', 'The gateway cannot check the limits of this key now.', {
    reason: 'store_unavailable',
    retryAfter: 5,
    cause,
  });
}
