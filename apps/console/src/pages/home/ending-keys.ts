/** Finds keys that have stopped or will soon stop working. */
import type { View } from '../../api/client.ts';

type Key = View<'Key'>;

/** A week, in milliseconds. */
const soon = 7 * 86_400_000;

/** Keys that used up their quota, and those that expire within a week; the most urgent first. */
export function findEndingKeys(keys: readonly Key[], now: number): readonly Key[] {
  const isExpiring = ({ status, expires_at: expiry }: Key) =>
    status === 'active' && expiry !== null && Date.parse(expiry) - now < soon;
  return keys
    .filter((key) => key.status === 'quota_exhausted' || isExpiring(key))
    .toSorted((one, other) => urgency(one) - urgency(other));
}

function urgency({ status, expires_at: expiry }: Key): number {
  return status === 'quota_exhausted' || expiry === null ? 0 : Date.parse(expiry);
}
