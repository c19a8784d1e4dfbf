import { windowLengths, windowNames, type KeyRecord, type KeyState } from '../../store/index.ts';

/** In the words that existing tools know. */
export type KeyStatus = 'active' | 'disabled' | 'expired' | 'quota_exhausted';

/** Whether a key can be used, or what keeps it from being used. */
export function keyStatus(key: KeyRecord, state: KeyState, now: number): KeyStatus {
  if (key.disabled) return 'disabled';
  if (key.expiresAt !== undefined && key.expiresAt <= now) return 'expired';
  return isUsedUp(key, state, now) ? 'quota_exhausted' : 'active';
}

function isUsedUp({ limits }: KeyRecord, { quota, windows }: KeyState, now: number): boolean {
  const { nanos = Infinity, tokens = Infinity } = limits.quota ?? {};
  if (quota.nanos >= nanos || quota.tokens >= tokens) return true;
  return windowNames.some((name) => {
    const begun = windows[name];
    const isOpen = begun !== undefined && begun.startedAt + windowLengths[name] > now;
    return isOpen && begun.nanos >= (limits.windows?.[name] ?? Infinity);
  });
}
