import { windowNames, type KeyLimits, type LimitName, type WindowName } from '../../store/money.ts';
import { endOfWindow } from './advance-key-state.ts';
import type { Room } from './fit-demand.ts';
import { endOfPeriod } from './period.ts';
import type { LedgerStates } from './states.ts';

/** Whose limits they are and how far they are used. */
export interface Purse extends LedgerStates {
  readonly limits: KeyLimits;
  /** Whether the account may only spend what was topped up. */
  readonly prepaid: boolean;
  /** Milliseconds since 1970; the key's state is brought up to it. */
  readonly now: number;
}

const windowLimits: Readonly<Record<WindowName, LimitName>> = {
  '5h': 'window_5h',
  '1d': 'window_1d',
  '7d': 'window_7d',
};

/** Every limit of money; none when none holds. */
export function moneyRooms(purse: Purse): readonly Room[] {
  const rooms = [...quotaRooms(purse), ...windowRooms(purse), ...balanceRooms(purse)];
  return rooms.length === 0 ? rooms : [...rooms, countableRoom(purse)];
}

/** Every limit of tokens; none when none holds. */
export function tokenRooms({ key, limits, now }: Purse): readonly Room[] {
  const { tokens, reset = 'none' } = limits.quota ?? {};
  if (tokens === undefined) return [];
  const { reservedTokens: reserved } = key;
  const reach = { limit: 'key_tokens', reserved } as const;
  return [
    { ...reach, total: tokens, used: key.quota.tokens, ...resetting(endOfPeriod(reset, now)) },
    { ...reach, total: Number.MAX_SAFE_INTEGER, used: 0 },
  ];
}

function quotaRooms({ key, limits, now }: Purse): readonly Room[] {
  const { nanos, reset = 'none' } = limits.quota ?? {};
  if (nanos === undefined) return [];
  return [
    {
      limit: 'key_quota',
      total: nanos,
      used: key.quota.nanos,
      reserved: key.reservedNanos,
      ...resetting(endOfPeriod(reset, now)),
    },
  ];
}

function windowRooms({ key, limits }: Purse): readonly Room[] {
  return windowNames.flatMap((name) => {
    const total = limits.windows?.[name];
    const begun = key.windows[name];
    if (total === undefined) return [];
    const room = { limit: windowLimits[name], total, reserved: key.reservedNanos };
    if (begun === undefined) return [{ ...room, used: 0 }];
    return [{ ...room, used: begun.nanos, resetAt: endOfWindow(name, begun.startedAt) }];
  });
}

function balanceRooms({ account, prepaid }: Purse): readonly Room[] {
  if (!prepaid) return [];
  const { granted: total, spent: used, reserved } = account;
  return [{ limit: 'account_balance', total, used, reserved }];
}

/** What is held together must be countable, however absurd the limits and the calls are. */
function countableRoom({ key, account }: Purse): Room {
  const reserved = Math.max(key.reservedNanos, account.reserved);
  return { limit: 'account_balance', total: Number.MAX_SAFE_INTEGER, used: 0, reserved };
}

function resetting(resetAt: number | undefined): Pick<Room, 'resetAt'> {
  return resetAt === undefined ? {} : { resetAt };
}
