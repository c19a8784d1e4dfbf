/** The arithmetic of states from which a hold is taken back; used by `tentative-verdict.ts`. */
import type { fullHold } from '@parley/core/ledger';
import type { KeyState, ReservationRequest } from '@parley/core/store';
import type { Payer, States } from '../hot-statements.ts';
import type { StateChange, TentativeCorrection } from '../tentative-statements.ts';

/** A request and all that it holds. */
export interface FullyHeld {
  readonly request: ReservationRequest;
  readonly held: ReturnType<typeof fullHold>;
}

/** A time of the rates differs by what the clock advances within a statement, in milliseconds. */
export const toleranceMs = 2;

/** The states without what was held. */
export function subtractHolds({ keys, accounts }: States, holds: readonly FullyHeld[]): States {
  const ofKey = sumBy(holds, ({ keyId }) => keyId);
  const ofAccount = sumBy(holds, ({ accountId }) => accountId);
  return {
    keys: keys.map((key) => {
      const held = ofKey.get(key.keyId) ?? nothing;
      return {
        ...key,
        reservedNanoUsd: key.reservedNanoUsd - held.nanoUsd,
        reservedTokens: key.reservedTokens - held.tokens,
        running: key.running - held.slots,
        requestsWholeAt: key.requestsWholeAt - held.requestsMs,
        tokensWholeAt: key.tokensWholeAt - held.rateMs,
      };
    }),
    accounts: accounts.map((account) => ({
      ...account,
      reserved: account.reserved - (ofAccount.get(account.accountId) ?? nothing).nanoUsd,
    })),
  };
}

const nothing = { nanoUsd: 0, tokens: 0, slots: 0, requestsMs: 0, rateMs: 0 };

function sumBy(holds: readonly FullyHeld[], nameOf: (payer: Payer) => string) {
  const sums = new Map<string, typeof nothing>();
  for (const { request, held } of holds) {
    const sum = sums.get(nameOf(request)) ?? nothing;
    sums.set(nameOf(request), {
      nanoUsd: sum.nanoUsd + held.nanoUsd,
      tokens: sum.tokens + held.tokens,
      slots: sum.slots + held.slots,
      requestsMs: sum.requestsMs + held.requestsMs,
      rateMs: sum.rateMs + held.rateMs,
    });
  }
  return sums;
}

/** What must be added to the keys of `present`, and with them to their accounts, to get those of `wanted`. */
export function compareStates(
  wanted: States,
  present: States,
  requests: readonly Payer[],
): readonly StateChange[] {
  const accountOf = new Map(requests.map(({ keyId, accountId }) => [keyId, accountId]));
  const keys = new Map(present.keys.map((key) => [key.keyId, key]));
  return wanted.keys.flatMap((key) => {
    const { keyId } = key;
    const accountId = accountOf.get(keyId);
    const known = keys.get(keyId);
    if (accountId === undefined || known === undefined) return [];
    return {
      keyId,
      accountId,
      nanoUsd: key.reservedNanoUsd - known.reservedNanoUsd,
      tokens: key.reservedTokens - known.reservedTokens,
      slots: key.running - known.running,
      requestsMs: key.requestsWholeAt - known.requestsWholeAt,
      tokensMs: key.tokensWholeAt - known.tokensWholeAt,
    };
  });
}

/** False for what only the clock has changed. */
export function isChange({ nanoUsd, tokens, slots, requestsMs, tokensMs }: StateChange): boolean {
  return (
    [nanoUsd, tokens, slots].some((change) => change !== 0) ||
    [requestsMs, tokensMs].some((change) => Math.abs(change) > toleranceMs)
  );
}

/** The states whose quota period or windows begin. */
export function findBegun(before: States, after: States): TentativeCorrection['begun'] {
  const known = new Map(before.keys.map((key) => [key.keyId, key]));
  return after.keys.flatMap((key) => {
    const earlier = known.get(key.keyId);
    return earlier === undefined || periodsOf(earlier) === periodsOf(key)
      ? []
      : [{ before: earlier, after: key }];
  });
}

function periodsOf({ quota, windows }: KeyState): string {
  const { startedAt, nanoUsd, tokens, reset } = quota;
  const { '5h': hours, '1d': day, '7d': week } = windows;
  const begun = [hours, day, week].map((window) => [window?.startedAt, window?.nanoUsd]);
  return JSON.stringify([startedAt, nanoUsd, tokens, reset, begun]);
}
