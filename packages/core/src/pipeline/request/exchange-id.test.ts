import { expect, it, vi } from 'vitest';
import { createExchangeId } from './exchange-id.ts';

it('an exchange id has each of its random bytes once, and the next one has others', () => {
  const drawn = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    if (array instanceof Uint8Array) for (let at = 0; at < array.length; at += 1) array[at] = at;
    return array;
  });
  const next = () => createExchangeId(0).slice(16);
  let first = '';
  // What was drawn before is used up first.
  while (drawn.mock.calls.length === 0) first = next();
  const ids = [first, ...Array.from({ length: 255 }, next)];
  expect(ids[0]).toBe('70018203040506070809');
  expect(ids[1]).toBe('7a0b8c0d0e0f10111213');
  expect(new Set(ids.slice(0, 128)).size).toBe(128);
  expect(drawn).toHaveBeenCalledOnce();
  drawn.mockRestore();
  expect(next()).not.toBe(first);
});

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
