/** Tests of the check of the ledger; part of the store suite. */
import { expect, it } from 'vitest';
import type { OpenHarness } from '../harness.ts';
import { range } from '../process/waiting.ts';
import {
  addSampleKey,
  reservationRequestOf,
  sampleAccount,
  settlementOfCost,
} from '../samples/index.ts';
import { openWithAccount } from './account-to-credit.ts';

export function describeLedgerCheck(open: OpenHarness): void {
  it('finds nothing in an empty store', async () => {
    const { store } = await open();
    expect(await store.checkLedger()).toMatchObject({ entries: 0, spent: 0, faults: [] });
  });

  it('adds up the money of all accounts, also when that is more than one may have', async () => {
    const { store, topUp } = await openWithAccount(open);
    const nanoUsd = Number.MAX_SAFE_INTEGER;
    await store.addAccount(sampleAccount(2));
    await store.credit({ ...topUp, id: 'a', nanoUsd });
    await store.credit({ ...topUp, id: 'b', nanoUsd, accountId: sampleAccount(2).id });
    expect(await store.checkLedger()).toMatchObject({ granted: 2 * nanoUsd, faults: [] });
  });

  const account = { subject: 'account', id: 'account-1' };
  const key = { subject: 'key', id: 'key-1' };
  const exchange = { subject: 'exchange', id: 'x-1', total: 'charged' };
  const breakages: readonly (readonly [string, readonly object[]])[] = [
    [
      `update account_states set granted = 90`,
      [{ ...account, total: 'granted', stated: 90, counted: 100 }],
    ],
    [
      `update account_states set spent = spent + 1 where spent > 0`,
      [{ ...account, total: 'spent', stated: 41, counted: 40 }],
    ],
    [
      `update key_states set quota_nano_usd = 0 where spent > 0`,
      [{ ...key, total: 'quota', stated: 0, counted: 40 }],
    ],
    [
      `update key_states set reserved_tokens = 8 where spent > 0`,
      [{ ...key, total: 'reserved_tokens', stated: 8, counted: 7 }],
    ],
    [`update exchanges set charged_nano_usd = 9`, [{ ...exchange, stated: 9, counted: 40 }]],
    [
      `delete from reservations`,
      [
        { ...account, total: 'reserved', stated: 30, counted: 0 },
        { ...key, total: 'reserved', stated: 30, counted: 0 },
        { ...key, total: 'reserved_tokens', stated: 7, counted: 0 },
        { ...key, total: 'running', stated: 1, counted: 0 },
      ],
    ],
    [
      `delete from ledger where kind = 'charge'`,
      [
        { ...account, total: 'spent', stated: 40, counted: 0 },
        { ...key, total: 'spent', stated: 40, counted: 0 },
        { ...key, total: 'quota', stated: 40, counted: 0 },
        { ...exchange, stated: 40, counted: 0 },
      ],
    ],
  ];

  it.for(breakages)('finds what %s has broken', async ([statement, faults], test) => {
    const { store, topUp, runSql } = await openWithAccount(open);
    if (runSql === undefined) return test.skip('This harness has no way behind the store.');
    await store.credit(topUp);
    const limits = { quota: { nanoUsd: 1_000, tokens: 1_000, reset: 'none' } } as const;
    const holder = await addSampleKey(store, 1, { accountId: account.id, limits });
    await store.settle(settlementOfCost('x-1', holder, 40));
    await store.reserve(reservationRequestOf('x-2', holder, { nanoUsd: 30, tokens: 7 }));
    expect((await store.checkLedger()).faults).toStrictEqual([]);
    await runSql(statement);
    expect((await store.checkLedger()).faults).toEqual(faults);
  });

  it('lists a hundred faults at most', async (test) => {
    const { store, runSql } = await open();
    if (runSql === undefined) return test.skip('This harness has no way behind the store.');
    const key = await addSampleKey(store, 1);
    await Promise.all(
      range(101).map((index) => store.settle(settlementOfCost(`x-${String(index)}`, key, 1))),
    );
    await runSql('update exchanges set charged_nano_usd = 2');
    expect((await store.checkLedger()).faults).toHaveLength(100);
    await runSql('update account_states set spent = 0');
    expect((await store.checkLedger()).faults).toHaveLength(100);
  });
}
