import { noUsage } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import type { FoundPrice } from '../../../models/pricing/price.ts';
import { writeBill, type BilledAttempt } from './bill.ts';

/** Every token costs this many nano-dollars. */
function priceOf(each: number): FoundPrice {
  const million = each * 1_000_000;
  const rates = {
    ...{ input: million, cacheRead: million, cacheWrite5m: million, cacheWrite1h: million },
    ...{ output: million, reasoning: million, audioInput: million, audioOutput: million },
    ...{ imageInput: million, imageOutput: million, videoInput: million, videoOutput: million },
  };
  return { kind: 'priced', price: { rates, tiers: [], services: {}, fees: {}, source: 'test' } };
}

const unknown: FoundPrice = { kind: 'unknown' };
const doubled = 2_000_000;

function attemptOf(price: FoundPrice, output?: number): BilledAttempt {
  const usage = output === undefined ? undefined : { ...noUsage, output };
  return { upstream: 'u', model: 'm', price, meter: { usage } };
}

describe('the bill of an exchange', () => {
  it('is in quarantine when the price of any attempt with usage is unknown', () => {
    const attempts = [attemptOf(unknown, 5), { upstream: 'v', model: 'n', price: unknown }];
    const bill = writeBill(attempts, { price: unknown, multiplier: doubled });
    expect(bill).toMatchObject({ pricing: 'quarantined', nanoUsd: 0, listNanoUsd: 0 });
    expect(bill.charges.map(({ pricing }) => pricing)).toEqual(['quarantined', 'free']);
    const later = writeBill(attempts.toReversed(), { price: unknown, multiplier: doubled });
    expect(later).toMatchObject({ pricing: 'quarantined' });
    expect(bill.costNanoUsd).toBeUndefined();
  });

  it('is free where no attempt used anything, and priced where one did', () => {
    const free = [attemptOf(priceOf(1)), { upstream: 'v', model: 'n', price: priceOf(1) }];
    const quote = { price: priceOf(1), multiplier: doubled };
    expect(writeBill(free, quote)).toMatchObject({ pricing: 'free', nanoUsd: 0, costNanoUsd: 0 });
    const priced = [attemptOf(priceOf(1), 3), ...free];
    expect(writeBill(priced, quote)).toMatchObject({ pricing: 'priced', nanoUsd: 6 });
    expect(writeBill([], quote)).toMatchObject({ pricing: 'free', charges: [] });
  });

  it('has no cost where that of one attempt is unknown', () => {
    const attempts = [attemptOf(unknown, 5), attemptOf(priceOf(3), 7)];
    const bill = writeBill(attempts, { price: priceOf(4), multiplier: doubled });
    expect(bill).toMatchObject({ pricing: 'priced', listNanoUsd: 48, nanoUsd: 96 });
    expect(bill.costNanoUsd).toBeUndefined();
  });

  it('adds up attempts, which are numbered, and has the usage of the last one', () => {
    const attempts = [attemptOf(priceOf(1)), attemptOf(priceOf(1), 2), attemptOf(priceOf(3), 7)];
    const bill = writeBill(attempts, { price: priceOf(4), multiplier: doubled });
    expect(bill).toMatchObject({ pricing: 'priced', listNanoUsd: 36, nanoUsd: 72 });
    expect(bill).toMatchObject({ costNanoUsd: 23, usage: { output: 7 } });
    expect(bill.charges.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(bill.charges[0]).toEqual({
      ...{ attempt: 1, upstream: 'u', upstreamModel: 'm' },
      ...{ pricing: 'free', listNanoUsd: 0, nanoUsd: 0, costNanoUsd: 0 },
    });
  });

  it('counts corrections of usage, and does not keep them in the charge', () => {
    const usage = {
      ...noUsage,
      output: 2,
      corrections: ['output raised to stated total'],
    } as const;
    const attempts = [{ ...attemptOf(priceOf(1)), meter: { usage } }];
    const { charges, usage: charged } = writeBill(attempts, {
      price: priceOf(1),
      multiplier: doubled,
    });
    expect(charges[0]?.usage).toEqual({ ...noUsage, output: 2 });
    expect(charged).toEqual({ ...noUsage, output: 2 });
  });
});
