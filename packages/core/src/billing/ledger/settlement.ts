import { inputTotal, outputTotal } from '@parley/protocol';
import type { KeyState } from '../../store/key.ts';
import type { AttemptCharge, Settlement } from '../../store/ledger.ts';
import { windowNames, type KeyLimits, type Nanos } from '../../store/money.ts';
import { advanceChargedState, beginWindows } from './advance-key-state.ts';
import type { Held } from './decide-reserve.ts';
import { addCount, addNanos } from './exact.ts';
import { changeWholeAt, spanOf } from './rate.ts';
import { giveBack } from './release.ts';
import type { LedgerStates } from './states.ts';

export interface SettlementFacts extends Pick<Settlement, 'charges' | 'limits'> {
  /** What is held for the exchange; absent when it had no reservation, or that has expired. */
  readonly held?: Held;
  /** Milliseconds since 1970, by the store's clock. */
  readonly now: number;
}

/**
 * Ends an exchange: gives back what was held and charges what was used.
 * @throws RangeError when a total could not be kept exactly
 */
export function applySettlement(states: LedgerStates, facts: SettlementFacts): LedgerStates {
  const { held, charges, limits, now } = facts;
  const freed = held === undefined ? states : giveBack(states, held);
  const tokens = charges.reduce((sum, charge) => addCount(sum, tokensOf(charge)), 0);
  const nanos = charges.reduce((sum, charge) => addNanos(sum, charge.nanos), 0);
  const { key, account } = applyCharge(freed, { nanos, limits, now });
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
 * Charges money in the periods that run now. A charge outside every window begins one.
 * @throws RangeError when a total could not be kept exactly
 */
export function applyCharge(
  states: LedgerStates,
  {
    nanos,
    limits,
    now,
  }: { readonly nanos: Nanos; readonly limits: KeyLimits; readonly now: number },
): LedgerStates {
  const advanced = advanceChargedState(states.key, limits, now);
  const key = nanos > 0 ? beginWindows(advanced, limits, now) : advanced;
  return {
    key: {
      ...key,
      spent: addNanos(key.spent, nanos),
      quota: { ...key.quota, nanos: addNanos(key.quota.nanos, nanos) },
      windows: chargeWindows(key, nanos),
    },
    account: { ...states.account, spent: addNanos(states.account.spent, nanos) },
  };
}

function chargeWindows({ windows }: KeyState, nanos: Nanos): KeyState['windows'] {
  const charged = windowNames.flatMap((name) => {
    const begun = windows[name];
    if (begun === undefined) return [];
    return [[name, { ...begun, nanos: addNanos(begun.nanos, nanos) }] as const];
  });
  return Object.fromEntries(charged);
}

/** What was taken of the tokens per minute was an estimate; now the real number is known. */
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
