/** Sample amounts, states and charges for tests of the ledger. */
import { noUsage } from '@parley/protocol';
import { emptyAccountState, emptyKeyState, type LedgerStates } from '../billing/ledger/index.ts';
import type {
  AccountState,
  AttemptCharge,
  KeyState,
  RequestedAmounts,
  Settlement,
} from '../store/index.ts';
import type { WatchedKey } from './ledger-model.ts';
import { createRecord } from './sample-records.ts';

/** A Saturday at noon in UTC, in milliseconds since 1970. */
export const sampleNow = Date.parse('2026-11-21T12:00:00Z');

export function sampleAmounts(
  nanoUsd: number,
  changes: Partial<RequestedAmounts> = {},
): RequestedAmounts {
  return { nanoUsd, leastNanoUsd: nanoUsd, tokens: 0, leastTokens: 0, rateTokens: 0, ...changes };
}

export function sampleStates(
  key: Partial<KeyState> = {},
  account: Partial<AccountState> = {},
): LedgerStates {
  return {
    key: { ...emptyKeyState('k', sampleNow), ...key },
    account: { ...emptyAccountState('a'), ...account },
  };
}

export function sampleCharge(nanoUsd: number, tokens = 0, attempt = 1): AttemptCharge {
  const usage = { ...noUsage, output: tokens };
  return { attempt, nanoUsd, listNanoUsd: nanoUsd, pricing: 'priced', usage };
}

/** The settlement of an exchange with this cost. It ends its reservation. */
export function sampleSettlement(
  id: string,
  { id: keyId, accountId, limits }: WatchedKey,
  nanoUsd: number,
): Settlement {
  return {
    record: createRecord({
      ...{ id, keyId, accountId },
      ...{ listNanoUsd: nanoUsd, chargedNanoUsd: nanoUsd, pricing: 'priced' },
    }),
    charges: [sampleCharge(nanoUsd)],
    limits,
    reservation: { id, isLast: true },
  };
}
