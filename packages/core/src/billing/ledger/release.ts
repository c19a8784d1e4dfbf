import type { Held } from './decide-reserve.ts';
import type { LedgerStates } from './states.ts';

/** Gives back what was held, its place too, but not what it took of the rates. */
export function giveBack({ key, account }: LedgerStates, held: Held): LedgerStates {
  return {
    key: {
      ...key,
      reservedNanos: key.reservedNanos - held.nanos,
      reservedTokens: key.reservedTokens - held.tokens,
      running: key.running - 1,
    },
    account: { ...account, reserved: account.reserved - held.nanos },
  };
}

/**
 * Ends a reservation of which nothing was used, or nobody knows. The request still counts against
 * the requests per minute, because it was made.
 */
export function applyRelease(states: LedgerStates, held: Held): LedgerStates {
  const { key, account } = giveBack(states, held);
  return { key: { ...key, tokensWholeAt: key.tokensWholeAt - held.rateMs }, account };
}
