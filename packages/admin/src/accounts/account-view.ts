import type { AccountWithState } from '@parley/core/store';
import type { AccountView } from './account-schemas.ts';
import { formatDollars } from '../shared/dollars.ts';
import { formatTime } from '../shared/times.ts';

/** An account as an operator sees it, with its money. */
export function encodeAccount({ account, state }: AccountWithState): AccountView {
  const { granted, spent, reserved } = state;
  return {
    object: 'account',
    id: account.id,
    name: account.name,
    models: account.models === undefined ? null : [...account.models],
    prepaid: account.prepaid,
    disabled: account.disabled,
    created_at: formatTime(account.createdAt),
    granted: formatDollars(granted),
    spent: formatDollars(spent),
    reserved: formatDollars(reserved),
    free: formatDollars(granted - spent - reserved),
  };
}
