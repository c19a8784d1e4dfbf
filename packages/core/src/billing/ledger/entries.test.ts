import { noUsage } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import type { AttemptRecord } from '../../store/exchanges.ts';
import type { LateCharge, LedgerEntry } from '../../store/ledger.ts';
import { sampleCharge } from '../../testing/ledger-samples.ts';
import { settlementOf } from '../../testing/queue-trial.ts';
import {
  chargeEntries,
  creditEntry,
  keepAttempts,
  keepFields,
  pricedEntry,
  priceAttempt,
} from './entries.ts';

const attempt: AttemptRecord = {
  ...{ number: 1, upstream: 'up', upstreamModel: 'm', outbound: 'openai-chat', status: 200 },
  ...{ startedMs: 0, firstByteMs: 5, endedMs: 9, listNanoUsd: 7, chargedNanoUsd: 7 },
  ...{ usage: { ...noUsage, input: 3, output: 4 }, pricing: 'priced' },
};

describe('the fields of a record', () => {
  it.each([Infinity, Number.NaN, 2 ** 53])('are refused with the number %d', (endedMs) => {
    expect(() => keepFields({ endedMs })).toThrow(
      `A record holds a number that cannot be kept: ${String(endedMs)}.`,
    );
  });

  it('are stored rounded, without undefined ones and without characters that no store takes', () => {
    const kept = keepFields({ ms: 1.5, text: 'a\0b', flag: true, list: [0.5], none: undefined });
    expect(kept).toStrictEqual({ ms: 2, text: 'a\uFFFDb', flag: true, list: [0.5] });
    expect(keepFields({ first: 1, second: 2.4 })).toStrictEqual({ first: 1, second: 2 });
  });

  it('are the same object when nothing changes', () => {
    const item = { ms: 1, text: 'word', flag: false };
    expect(keepFields(item)).toBe(item);
  });
});

describe('the attempts of an exchange', () => {
  const { usage: _, ...unused } = attempt;

  it('are the same list when nothing changes', () => {
    const records = [attempt, unused];
    expect(keepAttempts(records)).toBe(records);
  });

  it('are stored rounded, and so is their usage', () => {
    const late = { ...attempt, endedMs: 9.4 };
    expect(keepAttempts([unused, late])).toStrictEqual([unused, attempt]);
    expect(keepAttempts([{ ...unused, endedMs: 9.4 }])).toStrictEqual([unused]);
    const usage = { ...noUsage, input: 3, output: 3.6 };
    expect(keepAttempts([{ ...attempt, usage }])).toStrictEqual([attempt]);
    expect(keepAttempts([{ ...attempt, usage }, late])).toStrictEqual([attempt, attempt]);
  });
});

describe('an attempt in quarantine that gets its price', () => {
  const late: LateCharge = {
    ...{ exchangeId: 'x', attempt: 2, nanoUsd: 20, listNanoUsd: 10, costNanoUsd: 5 },
    arithmetic: '{"input":"10"}',
  };
  const quarantined: LedgerEntry = {
    ...{ id: 'x#2', kind: 'charge', at: 1, accountId: 'a', keyId: 'k', exchangeId: 'x' },
    ...{ attempt: 2, upstream: 'up', upstreamModel: 'm', nanoUsd: 0, listNanoUsd: 0 },
    ...{ usage: noUsage, costNanoUsd: 3, note: 'no price', pricing: 'quarantined' },
  };

  it('gets an entry of its own, without the tokens that the first one has', () => {
    expect(pricedEntry(quarantined, late, 9)).toStrictEqual({
      ...{ id: 'x#2#priced', kind: 'charge', at: 9, accountId: 'a', keyId: 'k', exchangeId: 'x' },
      ...{ attempt: 2, upstream: 'up', upstreamModel: 'm', nanoUsd: 20, listNanoUsd: 10 },
      ...{ costNanoUsd: 5, arithmetic: '{"input":"10"}', pricing: 'priced' },
    });
  });

  it('has its amounts in the record, beside the other attempts', () => {
    const second = { ...attempt, number: 2, pricing: 'quarantined', chargedNanoUsd: 0 } as const;
    expect(priceAttempt([attempt, second], late)).toStrictEqual([
      attempt,
      { ...second, pricing: 'priced', listNanoUsd: 10, chargedNanoUsd: 20, costNanoUsd: 5 },
    ]);
    const { costNanoUsd: _, ...unknown } = late;
    expect(priceAttempt([second], unknown)[0]).not.toHaveProperty('costNanoUsd');
  });
});

it('a settlement has an entry for each charge', () => {
  const record = settlementOf('x').record;
  const charges = [sampleCharge(7, 1), sampleCharge(8, 2, 2)];
  const place = { kind: 'charge', at: 9, accountId: 'a', keyId: 'k', exchangeId: 'x' };
  expect(chargeEntries({ record, charges, limits: {} }, 9)).toStrictEqual([
    { ...sampleCharge(7, 1), ...place, id: 'x#1' },
    { ...sampleCharge(8, 2, 2), ...place, id: 'x#2' },
  ]);
});

it('a credit is an entry of its account with the remark of the operator', () => {
  const credit = { id: 'c', kind: 'top-up', accountId: 'a', nanoUsd: 5 } as const;
  expect(creditEntry(credit, 9)).toStrictEqual({ ...credit, at: 9 });
  expect(creditEntry({ ...credit, note: 'paid' }, 9)).toStrictEqual({
    ...{ ...credit, at: 9, note: 'paid' },
  });
});
