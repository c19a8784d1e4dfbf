import type { AccountState } from '../../store/account.ts';
import type { Credit } from '../../store/ledger.ts';
import { addNanos } from './exact.ts';

/**
 * Gives an account money, or takes some of what is free.
 * @throws RangeError when the amount cannot be kept exactly, has the wrong sign, or is more than is
 * free
 */
export function applyCredit(account: AccountState, { kind, nanos }: Credit): AccountState {
  if (!Number.isSafeInteger(nanos) || nanos === 0) {
    throw new RangeError('A credit is a whole number of nano-dollars, and not 0.');
  }
  if (kind === 'top-up' && nanos < 0) throw new RangeError('A top-up must be above 0.');
  const { granted, spent, reserved } = account;
  if (nanos < 0 && -nanos > granted - spent - reserved) {
    throw new RangeError('An adjustment cannot take away more than is free.');
  }
  return { ...account, granted: addNanos(granted, nanos) };
}
