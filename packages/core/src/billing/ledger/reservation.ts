/** Checks and decides whether a reservation is granted, and releases reservations. */
import type { ReservationRequest, ReserveOutcome } from '../../store/ledger.ts';
import {
  type Fit,
  fitAmount,
  type LimitContext,
  moneyHeadroom,
  tokenHeadroom,
} from './headroom.ts';
import { findFullRate, takeRates, tellStanding } from './rate.ts';
import {
  addCount,
  addNanoUsd,
  advanceKeyState,
  beginWindows,
  checkCount,
  type LedgerStates,
} from './states.ts';

/** What the decision depends on. The key's state need not be up to date. */
export interface ReserveInput extends LimitContext, Pick<ReservationRequest, 'amounts' | 'last'> {}

/** What a reservation holds of its key and account. */
export interface Held {
  readonly nanoUsd: number;
  readonly tokens: number;
  /** By how many milliseconds it delays the time when all tokens per minute are available again. */
  readonly rateMs: number;
}

export interface ReserveDecision {
  readonly outcome: ReserveOutcome;
  /** The states to be written; present only when the reservation is granted. */
  readonly granted?: LedgerStates & { readonly held: Held };
}

/** @throws RangeError when an amount cannot be stored */
export function checkReservationRequest({ amounts, lifeMs }: ReservationRequest): void {
  for (const [name, value] of Object.entries({ ...amounts, lifeMs })) {
    checkCount(value, `the ${name} of a reservation`);
  }
  if (amounts.leastNanoUsd > amounts.nanoUsd || amounts.leastTokens > amounts.tokens) {
    throw new RangeError('The least amount of a reservation is more than its whole.');
  }
}

type Grant = Extract<Fit, { kind: 'granted' }>;

/**
 * Decides on a reservation: first rates and concurrency, then money and tokens. Nothing changes unless
 * everything is granted. Where neither money nor tokens are limited, all is granted and nothing is reserved.
 * @throws RangeError when the reserved amount could not be stored exactly
 */
export function decideReserve(input: ReserveInput): ReserveDecision {
  const { amounts, last, limits, now } = input;
  const context = { ...input, key: advanceKeyState(input.key, limits, now) };
  const standing = tellStanding(context);
  const full = findFullRate(context, amounts.rateTokens);
  if (full !== undefined) return { outcome: { kind: 'refused', ...full, standing } };
  const money = fitAmount(
    { full: amounts.nanoUsd, least: amounts.leastNanoUsd, last },
    moneyHeadroom(context),
  );
  const tokens = fitAmount(
    { full: amounts.tokens, least: amounts.leastTokens, last },
    tokenHeadroom(context),
  );
  if (money.kind === 'granted' && tokens.kind === 'granted') {
    return grant({ ...context, amounts, last }, money, tokens);
  }
  const refusal = chooseRefusal(money, tokens);
  return { outcome: refusal.kind === 'held' ? refusal : { ...refusal, standing } };
}

/**
 * A rejection takes precedence over waiting: a used-up limit stays used up, whatever other exchanges release.
 */
function chooseRefusal(money: Fit, tokens: Fit): Exclude<Fit, Grant> {
  const refusals = [money, tokens].filter((fit) => fit.kind !== 'granted');
  const [refusal] = [...refusals.filter(({ kind }) => kind === 'refused'), ...refusals];
  if (refusal === undefined) throw new RangeError('No limit refuses this reservation.');
  return refusal;
}

function grant(input: ReserveInput, money: Grant, tokens: Grant): ReserveDecision {
  const { key, account, limits, now } = input;
  const { rateMs, ...rates } = takeRates(input, input.amounts.rateTokens);
  const taken = {
    ...beginWindows(key, limits, now),
    ...rates,
    reservedNanoUsd: addNanoUsd(key.reservedNanoUsd, money.held),
    reservedTokens: addCount(key.reservedTokens, tokens.held),
    running: key.running + 1,
    lastUsedAt: now,
  };
  return {
    outcome: {
      kind: 'granted',
      nanoUsd: money.amount,
      tokens: tokens.amount,
      standing: tellStanding({ ...input, key: taken }),
    },
    granted: {
      key: taken,
      account: { ...account, reserved: addNanoUsd(account.reserved, money.held) },
      held: { nanoUsd: money.held, tokens: tokens.held, rateMs },
    },
  };
}

/** Releases money, tokens and the concurrency slot, but not what was taken from the rates. */
export function releaseHeld({ key, account }: LedgerStates, held: Held): LedgerStates {
  return {
    key: {
      ...key,
      reservedNanoUsd: key.reservedNanoUsd - held.nanoUsd,
      reservedTokens: key.reservedTokens - held.tokens,
      running: key.running - 1,
    },
    account: { ...account, reserved: account.reserved - held.nanoUsd },
  };
}

/** Ends a reservation without a settlement. The request still counts towards the requests per minute. */
export function applyRelease(states: LedgerStates, held: Held): LedgerStates {
  const { key, account } = releaseHeld(states, held);
  return { key: { ...key, tokensWholeAt: key.tokensWholeAt - held.rateMs }, account };
}
