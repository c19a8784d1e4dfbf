import { advanceKeyState } from '@parley/core/ledger';
import type { KeyState, ListedKey } from '@parley/core/store';
import { keyStatus } from '@parley/core/extension';
import { formatDollars } from '../dollars.ts';
import { encodeLimits } from './key-limits.ts';
import type { KeyView } from './key-schemas.ts';
import { formatTime, formatTimeOrNull } from '../times.ts';

/** A key as an operator sees it, its periods as they are now. */
export function encodeKey({ key, display, state }: ListedKey, now: number): KeyView {
  const current = advanceKeyState(state, key.limits, now);
  return {
    object: 'key',
    id: key.id,
    display,
    name: key.name,
    account_id: key.accountId,
    groups: [...key.groups],
    models: copyOrNull(key.models),
    limits: encodeLimits(key.limits),
    allowed_from: copyOrNull(key.allowedFrom),
    denied_from: copyOrNull(key.deniedFrom),
    created_at: formatTime(key.createdAt),
    expires_at: formatTimeOrNull(key.expiresAt),
    last_used_at: formatTimeOrNull(state.lastUsedAt),
    disabled: key.disabled,
    status: keyStatus(key, current, now),
    usage: encodeState(current),
  };
}

function encodeState(state: KeyState): KeyView['usage'] {
  const { quota, windows } = state;
  return {
    spent: formatDollars(state.spent),
    tokens: state.tokens,
    requests: state.requests,
    reserved: formatDollars(state.reservedNanoUsd),
    running: state.running,
    quota: {
      spent: formatDollars(quota.nanoUsd),
      tokens: quota.tokens,
      // What is never reset has no start.
      started_at: formatTimeOrNull(quota.startedAt || undefined),
    },
    windows: Object.fromEntries(
      Object.entries(windows).map(([name, { nanoUsd, startedAt }]) => [
        name,
        { spent: formatDollars(nanoUsd), started_at: formatTime(startedAt) },
      ]),
    ),
  };
}

function copyOrNull(list: readonly string[] | undefined): string[] | null {
  return list === undefined ? null : [...list];
}
