import { expect, it } from 'vitest';
import { sampleStates } from '../testing/ledger-samples.ts';
import { MemoryBook } from './book.ts';
import { checkMemoryLedger } from './ledger-check.ts';

it('names every total that differs from its rows', () => {
  const book = new MemoryBook(10);
  book.write(
    sampleStates(
      { spent: 1, reservedNanoUsd: 2, reservedTokens: 3, running: 4 },
      { granted: 5, spent: 6, reserved: 7 },
    ),
  );
  const { key } = sampleStates();
  book.keys.set('k', {
    ...(book.keys.get('k') ?? key),
    quota: { startedAt: 0, nanoUsd: 8, tokens: 0 },
  });
  const counted = 0;
  const account = { subject: 'account', id: 'a', counted };
  const ofKey = { subject: 'key', id: 'k', counted };
  expect(checkMemoryLedger(book, 0).faults).toEqual([
    { ...account, total: 'granted', stated: 5 },
    { ...account, total: 'spent', stated: 6 },
    { ...account, total: 'reserved', stated: 7 },
    { ...ofKey, total: 'spent', stated: 1 },
    { ...ofKey, total: 'quota', stated: 8 },
    { ...ofKey, total: 'reserved', stated: 2 },
    { ...ofKey, total: 'reserved_tokens', stated: 3 },
    { ...ofKey, total: 'running', stated: 4 },
  ]);
});
