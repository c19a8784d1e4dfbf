/** Reserves the maximum cost of an exchange before its upstream is called. */
import { GatewayError, type Effort, omitUndefined } from '@parley/protocol';
import type { Clock, Logger } from '../../ports.ts';
import {
  outputWithin,
  requestAmounts,
  type PriceContext,
  type TokenBound,
} from '../pricing/requested-amounts.ts';
import type { FoundPrice } from '../../models/pricing/price.ts';
import type { Target } from '../../models/routing/route.ts';
import type { Quote } from '../../models/routing/quote.ts';
import {
  StoreUnavailableError,
  type RequestedAmounts,
  type ReserveOutcome,
  type Standing,
  type Store,
} from '../../store/index.ts';
import { allowsOverdraft, limitsUse, type Holder } from './limited.ts';
import type { Decided, QuotaWaitQueue, Waiting } from './quota-wait-queue.ts';
import { LimitRefusal, refusalError } from './refusal.ts';
import type { ReservationLeases } from './reservation-leases.ts';
import {
  createRunningReservation,
  type Amount,
  type RunningReservation,
} from './running-reservation.ts';
import {
  boundTokens,
  countCandidates,
  type BillableRequest,
  type TokenBounds,
  type TokenBudget,
} from './token-bound.ts';

/** A target and the price that was valid when the exchange began. */
export interface PricedTarget {
  readonly target: Target;
  readonly price: FoundPrice;
}

/** The parts of a gateway that a reservation needs. */
export interface ReserveParts {
  readonly store: Pick<Store, 'reserve' | 'extendReservation'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly leases: ReservationLeases;
  readonly waitQueue: QuotaWaitQueue;
}

/** The exchange to be admitted. */
export interface AdmissionInput {
  readonly exchangeId: string;
  readonly caller: Holder;
  readonly request: BillableRequest;
  /** What the caller pays, whichever target answers. */
  readonly quote: Quote;
  /** The reasoning effort of a tier rule, when the client sets none. */
  readonly effort?: Effort;
  readonly targets: readonly PricedTarget[];
  /** Whether one request may exceed a limit; by default only keys of accounts that are not prepaid may. */
  readonly overdraft?: 'none' | 'one-call' | undefined;
  /** Ends the wait for what other exchanges have reserved. */
  readonly interruption: Waiting['interruption'];
  /** False where timers end with the request that started them. */
  readonly byTimer: boolean;
}

/** The result of a reservation. */
export interface Reserved {
  /** Absent where neither tokens nor money are limited. */
  readonly budget?: TokenBudget;
  /** Present together with the budget. */
  readonly reservation?: RunningReservation;
  readonly standing: Standing;
}

/**
 * Reserves what an exchange may use, and waits while other exchanges have reserved it.
 * @throws LimitRefusal when a limit rejects it; GatewayError when the store is unavailable
 */
export async function reserve(gateway: ReserveParts, input: AdmissionInput): Promise<Reserved> {
  const { caller, request, quote, effort, targets, overdraft } = input;
  const prices = { found: [quote.price], multiplier: quote.multiplier };
  const bounds = boundTokens({
    ...omitUndefined({ request, targets: targets.map(({ target }) => target), effort }),
    isEstimated: limitsUse(caller) || caller.key.limits.tokensPerMinute !== undefined,
  });
  const mayOverdraw = allowsOverdraft(overdraft, caller.account);
  const amountsOf = (bound: TokenBound) => requestAmounts(bound, prices.found, prices.multiplier);
  const { rateTokens: _, ...bound } = amountsOf(bounds.bound);
  const amounts = amountsOf(bounds.expected);
  const outcome = await apply(gateway, input, mayOverdraw ? amounts : { ...amounts, bound });
  const { standing } = outcome;
  if (outcome.kind === 'refused') {
    throw new LimitRefusal(refusalError(outcome, gateway.clock.now()), outcome);
  }
  if (!limitsUse(caller)) return { standing };
  const granted = grantReply(outcome, bounds, prices);
  const { reserved, outputTokens, mostOutputTokens } = granted;
  const reservation = createRunningReservation({
    ...{ outputTokens, mostOutputTokens, overdraft: mayOverdraw, quote },
    reserved: { nanoUsd: outcome.nanoUsd, tokens: outcome.tokens },
    amountOf: (tokens) => amountsOf({ ...reserved, outputBound: tokens }),
    extend: (extension) => extend(gateway, input, extension),
  });
  return { budget: budgetOf(input, bounds, granted), reservation, standing };
}

/** What a reservation pays for. */
interface GrantedReply {
  /** What was reserved: what is expected, or the upper bound. */
  readonly reserved: TokenBound;
  /** The reply that is reserved, and the longest that can be, in tokens. */
  readonly outputTokens: number;
  readonly mostOutputTokens: number;
}

/** A reply of which as much is reserved as was asked may get longer; otherwise a limit is nearly used up. */
function grantReply(
  outcome: Extract<Decided, { kind: 'granted' }>,
  { expected, bound }: TokenBounds,
  prices: PriceContext,
): GrantedReply {
  const reserved = outcome.isBound === true ? bound : expected;
  const outputTokens = outputWithin(outcome, reserved, prices);
  const isWhole = outputTokens >= reserved.outputBound;
  return { reserved, outputTokens, mostOutputTokens: isWhole ? bound.outputBound : outputTokens };
}

function budgetOf(
  { request, quote }: AdmissionInput,
  { bound }: TokenBounds,
  { reserved, outputTokens, mostOutputTokens }: GrantedReply,
): TokenBudget {
  // A limit that upstreams reject is not sent; the reply is then ended by Parley.
  const sent = mostOutputTokens < bound.leastOutput ? bound.outputBound : mostOutputTokens;
  const hasOutputLimit =
    request.summary.maxOutputTokens !== undefined ||
    sent < bound.outputBound ||
    quote.price.kind === 'priced';
  const isUnbounded = bound.readsMore === true;
  return omitUndefined({
    promptTokens: isUnbounded ? undefined : reserved.inputBytesBound,
    outputTokens,
    outputLimit: hasOutputLimit ? Math.floor(sent / countCandidates(request)) : undefined,
    most: omitUndefined({
      promptTokens: isUnbounded ? undefined : bound.inputBytesBound,
      outputTokens: mostOutputTokens,
    }),
  });
}

/** While the store is unavailable, nothing more is reserved. */
async function extend(
  { store, log }: ReserveParts,
  { exchangeId, caller }: AdmissionInput,
  extension: Amount & { readonly overdraft: boolean },
): Promise<boolean> {
  const { id: keyId, accountId, limits } = caller.key;
  try {
    return await store.extendReservation({ exchangeId, keyId, accountId, limits, ...extension });
  } catch (cause) {
    log('warn', 'A reservation could not be extended.', { request_id: exchangeId, cause });
    return false;
  }
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
