/** Applies settlements, late charges and credits to the states of a key and its account. */
import { inputTotal, outputTotal } from '@parley/protocol';
import type { AccountState } from '../../store/accounts.ts';
import type { KeyState } from '../../store/keys.ts';
import type { AttemptCharge, Credit, Settlement } from '../../store/ledger.ts';
import { type KeyLimits, type NanoUsd, windowNames } from '../../store/money.ts';
import { changeWholeAt, spanOf } from './rate.ts';
import { releaseHeld, type Held } from './reservation.ts';
import {
  addCount,
  addNanoUsd,
  advanceChargedState,
  beginWindows,
  checkCount,
  type LedgerStates,
} from './states.ts';

export interface SettlementFacts extends Pick<Settlement, 'charges' | 'limits'> {
  /** What is reserved for the exchange; absent when it had no reservation, or when that has expired. */
  readonly held?: Held;
  /** Milliseconds since 1970, by the store's clock. */
  readonly now: number;
}

/** @throws RangeError when a charge cannot be stored, or two charges have the same attempt */
export function checkSettlement({ charges }: Pick<Settlement, 'charges'>): void {
  for (const { attempt, nanoUsd, listNanoUsd, costNanoUsd = 0 } of charges) {
    for (const [name, value] of Object.entries({ attempt, nanoUsd, listNanoUsd, costNanoUsd })) {
      checkCount(value, `the ${name} of a charge`);
    }
  }
  if (new Set(charges.map(({ attempt }) => attempt)).size < charges.length) {
    throw new RangeError('Two charges of a settlement have the same attempt.');
  }
}

/**
 * Ends an exchange: releases its reservation and charges its usage.
 * @throws RangeError when a total could not be stored exactly
 */
export function applySettlement(states: LedgerStates, facts: SettlementFacts): LedgerStates {
  const { held, charges, limits, now } = facts;
  const freed = held === undefined ? states : releaseHeld(states, held);
  const tokens = charges.reduce((sum, charge) => addCount(sum, tokensOf(charge)), 0);
  const nanoUsd = charges.reduce((sum, charge) => addNanoUsd(sum, charge.nanoUsd), 0);
  const { key, account } = applyCharge(freed, { nanoUsd, limits, now });
  return {
    account,
    key: {
      ...key,
      tokens: addCount(key.tokens, tokens),
      requests: addCount(key.requests, 1),
      quota: { ...key.quota, tokens: addCount(key.quota.tokens, tokens) },
      tokensWholeAt: correctRate(key, tokens, facts),
      lastUsedAt: now,
    },
  };
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
  const advanced = advanceChargedState(states.key, limits, now);
  const key = nanoUsd > 0 ? beginWindows(advanced, limits, now) : advanced;
  return {
    key: {
      ...key,
      spent: addNanoUsd(key.spent, nanoUsd),
      quota: { ...key.quota, nanoUsd: addNanoUsd(key.quota.nanoUsd, nanoUsd) },
      windows: chargeWindows(key, nanoUsd),
    },
    account: { ...states.account, spent: addNanoUsd(states.account.spent, nanoUsd) },
  };
}

function chargeWindows({ windows }: KeyState, nanoUsd: NanoUsd): KeyState['windows'] {
  const charged = windowNames.flatMap((name) => {
    const begun = windows[name];
    if (begun === undefined) return [];
    return [[name, { ...begun, nanoUsd: addNanoUsd(begun.nanoUsd, nanoUsd) }] as const];
  });
  return Object.fromEntries(charged);
}

/** Replaces the estimate that was taken from the tokens per minute by the actual count. */
function correctRate(
  { tokensWholeAt }: KeyState,
  tokens: number,
  { held, limits, now }: SettlementFacts,
): number {
  const { tokensPerMinute } = limits;
  const usedMs = tokensPerMinute === undefined ? 0 : spanOf(tokens, tokensPerMinute);
  return changeWholeAt(tokensWholeAt, usedMs - (held?.rateMs ?? 0), now);
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
