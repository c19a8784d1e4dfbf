/** Applies settlements, late charges and credits to the states of a key and its account. */
import { inputTotal, outputTotal } from '@parley/protocol';
import type { AccountState } from '../../store/accounts.ts';
import type { KeyState } from '../../store/keys.ts';
import type { AttemptCharge, Credit, Settlement } from '../../store/ledger.ts';
import type { Held } from '../../store/reservations.ts';
import { type KeyLimits, type NanoUsd, windowNames } from '../../store/money.ts';
import { changeWholeAt, giveBackRequests, spanOf } from './rate.ts';
import { releaseHeld } from './reservation.ts';
import {
  addCount,
  addNanoUsd,
  advanceChargedState,
  beginWindows,
  checkCount,
  type LedgerStates,
  type WritableWindows,
} from './states.ts';

/** Whether an exchange ends a reservation that was made for itself, and not one that it shared. */
export function endsItsOwn({ record, reservation }: Settlement): boolean {
  return reservation?.isLast === true && reservation.id === record.id;
}

/** What a store has read before it settles an exchange. */
export interface SettlementInput extends Pick<Settlement, 'charges' | 'limits' | 'reservation'> {
  /** What its reservation holds; absent when it had none, or when that has expired. */
  readonly held?: Held;
  /** Milliseconds since 1970, by the store's clock. */
  readonly now: number;
}

/** The states after a settlement. */
export interface SettledStates extends LedgerStates {
  /** What the reservation still holds; absent when it has ended. */
  readonly held?: Held;
}

/** @throws RangeError when a number cannot be stored, or two charges have the same attempt */
export function checkSettlement({
  charges,
  reservation,
}: Pick<Settlement, 'charges' | 'reservation'>): void {
  for (const { attempt, nanoUsd, listNanoUsd, costNanoUsd = 0 } of charges) {
    checkCount(attempt, 'the attempt of a charge');
    checkCount(nanoUsd, 'the nanoUsd of a charge');
    checkCount(listNanoUsd, 'the listNanoUsd of a charge');
    checkCount(costNanoUsd, 'the costNanoUsd of a charge');
  }
  if (charges.length > 1 && new Set(charges.map(({ attempt }) => attempt)).size < charges.length) {
    throw new RangeError('Two charges of a settlement have the same attempt.');
  }
  if (reservation === undefined || reservation.isLast) return;
  const { nanoUsd, tokens, rateMs } = reservation;
  checkCount(nanoUsd, 'the amount that an exchange takes out of its reservation');
  checkCount(tokens, 'the tokens that an exchange takes out of its reservation');
  if (Number.isFinite(rateMs) && rateMs >= 0) return;
  throw new RangeError('What an exchange takes out of its reservation is not a number from 0.');
}

/**
 * Ends an exchange: takes its part out of its reservation and charges its usage.
 * @throws RangeError when a total could not be stored exactly
 */
export function applySettlement(states: LedgerStates, facts: SettlementInput): SettledStates {
  const { charges, limits, now } = facts;
  const { taken, left } = divideHeld(facts);
  const released = releaseHeld(states, taken);
  const { nanoUsd, tokens } = sumCharges(charges);
  const { key, account } = applyCharge(released, { nanoUsd, limits, now });
  return {
    account,
    ...(left && { held: left }),
    key: {
      ...key,
      tokens: addCount(key.tokens, tokens),
      requests: addCount(key.requests, 1),
      quota: { ...key.quota, tokens: addCount(key.quota.tokens, tokens) },
      requestsWholeAt: giveBackRequests(key, limits, Math.max(0, taken.requests - 1)),
      tokensWholeAt: correctRate(key, tokens, { limits, now, takenMs: taken.rateMs }),
      lastUsedAt: now,
    },
  };
}

const nothing: Held = { nanoUsd: 0, tokens: 0, rateMs: 0, requests: 0, slots: 0 };

/** What a settlement takes out of what is held, and what the reservation still holds then. */
function divideHeld({ held = nothing, reservation }: SettlementInput): {
  readonly taken: Held;
  readonly left?: Held;
} {
  if (reservation?.isLast !== false || held === nothing) return { taken: held };
  const taken = {
    nanoUsd: Math.min(reservation.nanoUsd, held.nanoUsd),
    tokens: Math.min(reservation.tokens, held.tokens),
    rateMs: Math.min(reservation.rateMs, held.rateMs),
    requests: Math.min(1, held.requests),
    slots: 0,
  };
  const left = {
    nanoUsd: held.nanoUsd - taken.nanoUsd,
    tokens: held.tokens - taken.tokens,
    rateMs: held.rateMs - taken.rateMs,
    requests: held.requests - taken.requests,
    slots: held.slots,
  };
  return { taken, left };
}

/**
 * Charges money in the current periods. A charge outside every window begins one.
 * @throws RangeError when a total could not be stored exactly
 */
export function applyCharge(
  states: LedgerStates,
  {
    nanoUsd,
    limits,
    now,
  }: { readonly nanoUsd: NanoUsd; readonly limits: KeyLimits; readonly now: number },
): LedgerStates {
  const key = advanceChargedState(states.key, limits, now);
  const { windows } = nanoUsd > 0 ? beginWindows(key, limits, now) : key;
  return {
    key: {
      ...key,
      spent: addNanoUsd(key.spent, nanoUsd),
      quota: { ...key.quota, nanoUsd: addNanoUsd(key.quota.nanoUsd, nanoUsd) },
      windows: chargeWindows(windows, nanoUsd),
    },
    account: { ...states.account, spent: addNanoUsd(states.account.spent, nanoUsd) },
  };
}

function chargeWindows(windows: KeyState['windows'], nanoUsd: NanoUsd): KeyState['windows'] {
  const charged: WritableWindows = {};
  for (const name of windowNames) {
    const begun = windows[name];
    if (begun === undefined) continue;
    charged[name] = { startedAt: begun.startedAt, nanoUsd: addNanoUsd(begun.nanoUsd, nanoUsd) };
  }
  return charged;
}

/** Replaces the estimate that was taken from the tokens per minute by the actual count. */
function correctRate(
  { tokensWholeAt }: KeyState,
  tokens: number,
  { limits, now, takenMs }: Pick<SettlementInput, 'limits' | 'now'> & { readonly takenMs: number },
): number {
  const usedMs = spanOf(tokens, limits.tokensPerMinute);
  return changeWholeAt(tokensWholeAt, usedMs - takenMs, now);
}

/**
 * The money and the tokens of the charges of an exchange.
 * @throws RangeError when the amount could not be stored exactly
 */
export function sumCharges(charges: readonly AttemptCharge[]): Pick<Held, 'nanoUsd' | 'tokens'> {
  let nanoUsd = 0;
  let tokens = 0;
  for (const charge of charges) {
    nanoUsd = addNanoUsd(nanoUsd, charge.nanoUsd);
    tokens = addCount(tokens, tokensOf(charge));
  }
  return { nanoUsd, tokens };
}

function tokensOf({ usage }: AttemptCharge): number {
  return usage === undefined ? 0 : addCount(inputTotal(usage), outputTotal(usage));
}

/**
 * Changes what an account is granted: a top-up adds, an adjustment may remove some of what is free.
 * @throws RangeError when the amount cannot be stored exactly, has the wrong sign, or is more than is free
 */
export function applyCredit(account: AccountState, { kind, nanoUsd }: Credit): AccountState {
  if (!Number.isSafeInteger(nanoUsd) || nanoUsd === 0) {
    throw new RangeError('A credit is a whole number of nano-dollars, and not 0.');
  }
  if (kind === 'top-up' && nanoUsd < 0) throw new RangeError('A top-up must be above 0.');
  const { granted, spent, reserved } = account;
  if (nanoUsd < 0 && -nanoUsd > granted - spent - reserved) {
    throw new RangeError('An adjustment cannot take away more than is free.');
  }
  return { ...account, granted: addNanoUsd(granted, nanoUsd) };
}
