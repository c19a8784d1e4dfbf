import { expect, it } from 'vitest';
import { createExchangeId } from './ids.ts';

it('an exchange id is a UUID of version 7 without hyphens, which sorts by time', () => {
  const now = Date.parse('2026-11-21T10:00:00.123Z');
  const ids = Array.from({ length: 1_000 }, () => createExchangeId(now + 0.9));
  for (const id of ids) expect(id).toMatch(/^req_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
  expect(new Set(ids).size).toBe(1_000);
  expect(Number.parseInt(ids[0]?.slice(4, 16) ?? '', 16)).toBe(now);
  expect(createExchangeId(1)).toMatch(/^req_0000000000017/);
  // Every digit of the random part takes every value.
  for (let at = 17; at < 36; at += 1) {
    expect(new Set(ids.map((id) => id[at])).size).toBe(at === 20 ? 4 : 16);
  }
});
