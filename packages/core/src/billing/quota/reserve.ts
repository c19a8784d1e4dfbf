import { GatewayError, type Effort } from '@parley/protocol';
import type { Clock } from '../../ports.ts';
import { demandOf, outputWithin } from '../pricing/demand.ts';
import type { PricedTarget } from '../pricing/priced-target.ts';
import type { Group } from '../../models/routing/snapshot.ts';
import {
  StoreUnavailableError,
  type Demand,
  type ReserveOutcome,
  type Standing,
  type Store,
} from '../../store/index.ts';
import type { Allowance } from './allowance.ts';
import { limitsUse, type Holder } from './limited.ts';
import type { BillableRequest } from './prompt-estimate.ts';
import { LimitRefusal, refusalError } from './refusal.ts';
import type { ReservationKeeper } from './reservation-keeper.ts';
import { boundTokens, countCandidates } from './token-bound.ts';
import type { Applicant, Decided, WaitingLines } from './waiting-line.ts';

/** What reserving works with. */
export interface ReserveParts {
  readonly store: Pick<Store, 'reserve'>;
  readonly clock: Clock;
  readonly keeper: ReservationKeeper;
  readonly lines: WaitingLines;
}

/** Who asks, and for what. */
export interface AdmissionInput {
  readonly exchangeId: string;
  readonly caller: Holder;
  readonly request: BillableRequest;
  readonly group: Group;
  /** What a tier rule asks for where the caller asks for nothing. */
  readonly effort?: Effort;
  readonly targets: readonly PricedTarget[];
  /** Ends the wait for what other exchanges hold. */
  readonly interruption: Applicant['interruption'];
  /** False where timers end with the request that started them. */
  readonly byTimer: boolean;
}

/** What is reserved. */
export interface Reserved {
  /** Absent where neither tokens nor money are limited. */
  readonly budget?: Allowance;
  readonly standing: Standing;
}

/**
 * Reserves what an exchange may use, and waits for it while other exchanges hold it.
 * @throws LimitRefusal when a limit refuses it; GatewayError when the store cannot be asked
 */
export async function reserve(gateway: ReserveParts, input: AdmissionInput): Promise<Reserved> {
  const { caller, request, group, effort, targets } = input;
  const found = targets.map(({ price }) => price);
  const bound = boundTokens({
    request,
    targets: targets.map(({ target }) => target),
    isRated: caller.key.limits.tokensPerMinute !== undefined,
    ...(effort && { effort }),
  });
  const outcome = await apply(gateway, input, demandOf(bound, found, group.multiplier));
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
  const outputLimit = Math.floor(outputTokens / countCandidates(request));
  const budget = {
    ...(bound.readsMore !== true && { promptTokens: bound.inputBytesBound }),
    outputTokens,
    ...(isTold && { outputLimit }),
  };
  return { budget, standing };
}

/** The keeper is told first: a reservation whose answer is lost on its way must be kept in order too. */
function apply(
  { keeper, lines, store }: ReserveParts,
  { exchangeId, caller, interruption, byTimer }: AdmissionInput,
  demand: Demand,
): Promise<Decided> {
  const { owner, lifeMs } = keeper;
  const { id: keyId, accountId, limits } = caller.key;
  keeper.sweepIfDue();
  keeper.hold(exchangeId, byTimer);
  const request = { exchangeId, keyId, accountId, limits, demand, owner, lifeMs };
  const ask = (last: boolean): Promise<ReserveOutcome> =>
    store.reserve({ ...request, last }).catch(refuseBlindly);
  return lines.apply({ keyId, accountId, interruption, ask });
}

/** Overspent money cannot be called back, so limited keys are refused when nobody can count. */
function refuseBlindly(cause: unknown): never {
  if (!(cause instanceof StoreUnavailableError)) throw cause;
  throw new GatewayError('overloaded', 'The gateway cannot check the limits of this key now.', {
    reason: 'store_unavailable',
    retryAfter: 5,
    cause,
  });
}
