import type { AccountState } from '../../store/account.ts';
import type { KeyState } from '../../store/key.ts';

/** What a movement of money changes: a key and the account that owns it. */
export interface LedgerStates {
  readonly key: KeyState;
  readonly account: AccountState;
}

/** The state of a key that was never used. @param now milliseconds since 1970 */
export function emptyKeyState(keyId: string, now: number): KeyState {
  return {
    keyId,
    spent: 0,
    tokens: 0,
    requests: 0,
    reservedNanos: 0,
    reservedTokens: 0,
    running: 0,
    quota: { startedAt: 0, nanos: 0, tokens: 0 },
    windows: {},
    requestsWholeAt: now,
    tokensWholeAt: now,
  };
}

/** The state of an account that never had nor spent anything. */
export function emptyAccountState(accountId: string): AccountState {
  return { accountId, granted: 0, spent: 0, reserved: 0 };
}
