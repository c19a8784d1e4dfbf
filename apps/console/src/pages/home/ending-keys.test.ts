import { expect, test } from 'vitest';
import type { View } from '../../api/client.ts';
import { findEndingKeys } from './ending-keys.ts';

const now = Date.parse('2026-01-10T00:00:00Z');

function key(name: string, status: View<'Key'>['status'], expiry: string | null): View<'Key'> {
  return { name, status, expires_at: expiry } as View<'Key'>;
}

test('lists only keys that expire or are nearly used up, the most urgent first', () => {
  const found = findEndingKeys(
    [
      key('next week', 'active', '2026-01-16T00:00:00Z'),
      key('next year', 'active', '2027-01-01T00:00:00Z'),
      key('for ever', 'active', null),
      key('tomorrow', 'active', '2026-01-11T00:00:00Z'),
      key('off', 'disabled', '2026-01-11T00:00:00Z'),
      key('used up', 'quota_exhausted', null),
    ],
    now,
  );
  expect(found.map(({ name }) => name)).toEqual(['used up', 'tomorrow', 'next week']);
});
