/** Reserves what an exchange will cost before its upstream is called. */
import { GatewayError, type Effort, type ToolUses } from '@parley/protocol';
import type { Clock } from '../../../ports.ts';
import { outputWithin, requestAmounts, type TokenBound } from '../../cost/requested-amounts.ts';
import type { FoundPrice } from '../../../models/pricing/price.ts';
import type { Target } from '../../../models/routing/route.ts';
import type { Quote } from '../../../models/routing/quote.ts';
import {
  StoreUnavailableError,
  type RequestedAmounts,
  type Standing,
} from '../../../store/index.ts';
import { allowsOverdraft, limitsUse, type KeyWithAccount } from '../limits/limited.ts';
import { countCandidates, type BillableRequest } from '../metering/billable-request.ts';
import type { TokenBudget } from '../metering/token-budget.ts';
import {
  waitUnlessInterrupted,
  type FinalOutcome,
  type QuotaWaitQueue,
  type Waiting,
} from './quota-wait-queue.ts';
import { LimitRefusal, refusalError } from '../limits/refusal.ts';
import { RunningReservation } from './running-reservation.ts';
import type { SettlementQueue } from '../settlement/settlement-queue.ts';
import type { Drawn, Hold } from '../slices/hold.ts';
import type { DrawOutcome, Slices } from '../slices/slices.ts';
import { boundTokens, type TokenBounds } from './token-bound.ts';

/** A target and the price that was valid when the exchange began. */
export interface PricedTarget {
  readonly target: Target;
  readonly price: FoundPrice;
}

/** The parts of a gateway that a reservation needs. */
export interface ReserveParts {
  readonly clock: Clock;
  readonly slices: Slices;
  readonly waitQueue: QuotaWaitQueue;
  readonly settlements: Pick<SettlementQueue, 'flushFor'>;
}

/** The exchange to be admitted. */
export interface AdmissionInput {
  readonly exchangeId: string;
  readonly caller: KeyWithAccount;
  readonly request: BillableRequest;
  /** What the caller pays, whichever target answers. */
  readonly quote: Quote;
  /** The reasoning effort of a tier rule, when the client sets none. */
  readonly effort?: Effort | undefined;
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
  /** The reserved tokens; absent where neither tokens nor money are limited. */
  readonly budget?: TokenBudget;
  /** Present together with the budget. */
  readonly reservation?: RunningReservation;
  /** Usage of the key's rate limits at admission. */
  readonly standing: Standing;
  /** What is reserved. */
  readonly hold: Hold;
}

/**
 * Reserves what an exchange may use, and waits while other exchanges have reserved it. Returns no promise where this
 * process holds enough already.
 * @throws LimitRefusal when a limit rejects it; GatewayError when the store is unavailable
 */
export function reserve(
  gateway: ReserveParts,
  input: AdmissionInput,
): Reserved | Promise<Reserved> {
  const { caller, request, quote } = input;
  const bounds = boundTokens({
    request,
    targets: input.targets,
    effort: input.effort,
    isEstimated: limitsUse(caller) || caller.key.limits.tokensPerMinute !== undefined,
  });
  const amounts = requestAmounts(bounds.expected, quote);
  const wanted = allowsOverdraft(input.overdraft, caller.account)
    ? amounts
    : { ...amounts, bound: requestAmounts(bounds.bound, quote) };
  const drawn = request.isBackground === true ? undefined : gateway.slices.draw(caller, wanted);
  if (drawn !== undefined) return describeGrant(input, bounds, drawn);
  return drawOrWait(gateway, input, wanted).then((outcome) => {
    if (outcome.kind === 'granted') return describeGrant(input, bounds, outcome);
    throw new LimitRefusal(refusalError(outcome, gateway.clock.now()), outcome);
  });
}

function describeGrant(
  input: AdmissionInput,
  { expected, bound }: TokenBounds,
  granted: Drawn,
): Reserved {
  const { caller, quote } = input;
  const { standing, hold } = granted;
  if (!limitsUse(caller)) return { standing, hold };
  const prompt = granted.isBound === true ? bound : expected;
  const outputTokens = outputWithin(granted, prompt, quote);
  // A reply of which as much is reserved as was asked may get longer; otherwise a limit is nearly used up.
  const isWhole = outputTokens >= prompt.outputBound;
  const mostOutputTokens = isWhole ? bound.outputBound : outputTokens;
  const budget = {
    promptTokens: promptTokensOf(prompt),
    toolUses: prompt.toolUses ?? noUses,
    reserved: { nanoUsd: granted.nanoUsd, tokens: granted.tokens },
    outputTokens,
    outputLimit: outputLimitOf(input, bound, mostOutputTokens),
    most: { promptTokens: promptTokensOf(bound), outputTokens: mostOutputTokens },
  };
  const reservation = new RunningReservation({
    hold,
    reserved: granted,
    prompt,
    outputTokens,
    mostOutputTokens,
    overdraft: allowsOverdraft(input.overdraft, caller.account),
    quote,
  });
  return { budget, reservation, standing, hold };
}

const noUses: ToolUses = {};

function promptTokensOf({ inputBound, readsMore }: TokenBound): number | undefined {
  return readsMore === true ? undefined : inputBound;
}

/** The maximum output that is sent upstream for each candidate. */
function outputLimitOf(
  { request, quote }: AdmissionInput,
  bound: TokenBound,
  mostOutputTokens: number,
): number | undefined {
  // A limit that upstreams reject is not sent; the reply is then ended by Parley.
  const sent = mostOutputTokens < bound.leastOutput ? bound.outputBound : mostOutputTokens;
  const hasOutputLimit =
    request.summary.maxOutputTokens !== undefined ||
    sent < bound.outputBound ||
    quote.price.kind === 'priced';
  return hasOutputLimit ? Math.floor(sent / countCandidates(request)) : undefined;
}

/**
 * A refused request asks again for a slot this often, each time after a pause of so many milliseconds. Together the pauses
 * are a little longer than another process keeps the settlement of an ended exchange, which frees its slot.
 */
const slotTries = 3;
const slotPauseMs = 50;

/** Draws or reserves the amounts, again and again while other exchanges have reserved them. */
function drawOrWait(
  { slices, waitQueue, settlements }: ReserveParts,
  { exchangeId, caller, request, interruption, byTimer }: AdmissionInput,
  amounts: RequestedAmounts,
): Promise<FinalOutcome> {
  const { id: keyId, accountId } = caller.key;
  const askOnce = (last: boolean): Promise<DrawOutcome> =>
    slices
      .drawOrReserve({ exchangeId, caller, amounts, last, byTimer, goesOn: request.isBackground })
      .catch(refuseWithoutStore);
  // What an ended exchange has reserved is released when the store has its settlement.
  const askSettled = async (last: boolean): Promise<DrawOutcome> => {
    const outcome = await askOnce(last);
    const mayChange = outcome.kind !== 'granted' && (await settlements.flushFor(caller.key));
    return mayChange ? askOnce(last) : outcome;
  };
  const ask = async (last: boolean): Promise<DrawOutcome> => {
    for (let tries = 0; ; tries += 1) {
      const outcome = await askSettled(last);
      if (last || tries === slotTries || !lacksSlot(outcome)) return outcome;
      await waitUnlessInterrupted(interruption, slotPauseMs);
    }
  };
  return waitQueue.askInTurn({ keyId, accountId, interruption, ask });
}

function lacksSlot(outcome: DrawOutcome): boolean {
  return outcome.kind === 'refused' && outcome.limit === 'concurrency';
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
