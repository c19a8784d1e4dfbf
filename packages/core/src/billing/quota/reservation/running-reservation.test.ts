import { noUsage, type Usage } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import type { FoundPrice } from '../../../models/pricing/price.ts';
import { ReplyMeter } from '../metering/reply-meter.ts';
import { RunningReservation, type ReservationParts } from './running-reservation.ts';
import type { Extension } from '../slices/hold.ts';

/** Every token costs one nano-dollar. */
const million = 1_000_000;
const rates = {
  ...{ input: million, cacheRead: million, cacheWrite5m: million, cacheWrite1h: million },
  ...{ output: million, reasoning: million, audioInput: million, audioOutput: million },
  ...{ imageInput: million, imageOutput: million, videoInput: million, videoOutput: million },
};
const price = {
  kind: 'priced',
  price: { rates, tiers: [], services: {}, fees: {}, source: 'test' },
} as const satisfies FoundPrice;
/** Some tokens are dearer. */
const dearQuote = {
  price: {
    kind: 'priced',
    price: {
      ...price.price,
      rates: { ...rates, cacheWrite1h: 2 * million, audioInput: 9 * million },
      services: { fast: 3 * million },
    },
  },
  multiplier: million,
  isSalePrice: false,
} as const;
const prompt = { inputBound: 100, leastOutput: 64, rateTokens: 0 };

/** A prompt of 100 and a reply of 1,000 tokens are reserved, of at most 200 and 4,000. */
function arrange(changes: Partial<ReservationParts> = {}, mostGranted = Infinity) {
  const asked: Extension[] = [];
  const reservation = new RunningReservation({
    hold: {
      extend: async (more) => {
        asked.push(more);
        return more.tokens <= mostGranted;
      },
    },
    reserved: { nanoUsd: 1_100, tokens: 1_100 },
    ...{ prompt, outputTokens: 1_000, mostOutputTokens: 4_000, overdraft: true },
    quote: { price, multiplier: million, isSalePrice: false },
    ...changes,
  });
  const { outputTokens } = { outputTokens: 1_000, ...changes };
  const meter = new ReplyMeter({
    family: 'openai',
    reserved: { outputTokens, promptTokens: 100 },
    most: { outputTokens: 4_000, promptTokens: 200 },
    estimatePrompt: () => 100,
  });
  const report = (usage: Partial<Usage>) => {
    meter.report({ ...noUsage, input: 100, ...usage });
  };
  return { reservation, meter, asked, report };
}

function more(amount: number, overdraft: boolean): Extension {
  return { nanoUsd: amount, tokens: amount, overdraft };
}

describe('a reply that runs', () => {
  it('needs nothing more while it is short', () => {
    const { reservation, meter, asked, report } = arrange();
    report({ output: 749 });
    expect(reservation.extendReply(meter)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('gets twice as much each time, up to the most', async () => {
    const { reservation, meter, asked, report } = arrange();
    report({ output: 750 });
    await reservation.extendReply(meter);
    report({ output: 1_999 });
    expect(meter.usage).toMatchObject({ output: 1_999 });
    await reservation.extendReply(meter);
    report({ output: 3_999 });
    expect(meter.isOver).toBe(false);
    expect(reservation.extendReply(meter)).toBeUndefined();
    expect(asked).toEqual([more(1_000, false), more(2_000, false)]);
    expect(meter.usage).toMatchObject({ output: 3_999 });
  });

  it('gets no more than the most', async () => {
    const parts = { outputTokens: 3_000, reserved: { nanoUsd: 3_100, tokens: 3_100 } };
    const { reservation, meter, asked, report } = arrange(parts);
    report({ output: 2_900 });
    await reservation.extendReply(meter);
    expect(asked).toEqual([more(1_000, false)]);
  });

  it('gets a part where a limit does not allow all', async () => {
    const { reservation, meter, asked, report } = arrange({}, 600);
    report({ output: 800 });
    await reservation.extendReply(meter);
    expect(asked).toEqual([more(1_000, false), more(500, false)]);
    report({ output: 1_600 });
    expect(meter.usage).toMatchObject({ output: 1_500 });
    await reservation.extendReply(meter);
    expect(asked.slice(2)).toEqual([more(1_500, false), more(750, false), more(375, false)]);
  });

  it.each([
    [512, [512, 256]],
    [511, [511]],
  ])(
    'ends at what is reserved where no 256 tokens more are allowed: of %d',
    async (outputTokens, tries) => {
      const reserved = { nanoUsd: 100 + outputTokens, tokens: 100 + outputTokens };
      const { reservation, meter, asked, report } = arrange({ outputTokens, reserved }, 0);
      report({ output: outputTokens - 1 });
      await reservation.extendReply(meter);
      expect(asked).toEqual(tries.map((amount) => more(amount, false)));
      expect(reservation.extendReply(meter)).toBeUndefined();
      report({ output: outputTokens + 1 });
      expect(meter.isOver).toBe(true);
    },
  );

  it('asks for nothing where what is reserved pays for a longer reply', async () => {
    const { reservation, meter, asked, report } = arrange({
      reserved: { nanoUsd: 9_999, tokens: 9_999 },
    });
    report({ output: 900 });
    await reservation.extendReply(meter);
    report({ output: 1_900 });
    expect([asked, meter.usage?.output]).toEqual([[], 1_900]);
  });

  it('that has ended cannot get longer', () => {
    const { reservation, meter, report } = arrange({ prompt: undefined });
    report({ output: 990 });
    expect(reservation.extendReply(meter)).toBeUndefined();
  });
});

describe('an exchange that has ended', () => {
  it('needs nothing where it claims nothing', () => {
    const { reservation, meter, asked } = arrange();
    meter.fail();
    expect([reservation.cover(meter), asked]).toEqual([undefined, []]);
  });

  it('is charged all that it claims within what is reserved, however prompt and reply share it', () => {
    const { reservation, meter, asked, report } = arrange();
    report({ input: 90, output: 1_010 });
    meter.finish();
    expect(meter.usage).toMatchObject({ output: 1_000 });
    expect([reservation.cover(meter), asked]).toEqual([undefined, []]);
    expect(meter.usage).toMatchObject({ input: 90, output: 1_010 });
  });

  it.each([true, false])(
    'reserves what it claims beyond that, with the overdraft of its key: %s',
    async (overdraft) => {
      const { reservation, meter, asked, report } = arrange({ overdraft });
      report({ input: 150, output: 1_200 });
      meter.finish();
      await reservation.cover(meter);
      expect(asked).toEqual([more(250, overdraft)]);
      expect(meter.usage).toMatchObject({ input: 150, output: 1_200 });
      expect(reservation.cover(meter)).toBeUndefined();
      expect(asked).toHaveLength(1);
    },
  );

  it.each([
    [
      { nanoUsd: 1_000, tokens: 5_000 },
      { nanoUsd: 350, tokens: 0 },
    ],
    [
      { nanoUsd: 5_000, tokens: 1_000 },
      { nanoUsd: 0, tokens: 350 },
    ],
  ])('with %j reserves %j more', async (reserved, missing) => {
    const { reservation, meter, asked, report } = arrange({ reserved });
    report({ input: 150, output: 1_200 });
    meter.finish();
    await reservation.cover(meter);
    expect(asked).toEqual([{ ...missing, overdraft: true }]);
  });

  it('is charged what was reserved where a limit does not allow more', async () => {
    const { reservation, meter, report } = arrange({}, 0);
    report({ input: 150, output: 1_200 });
    meter.finish();
    await reservation.cover(meter);
    expect(meter.usage).toMatchObject({ input: 100, output: 1_000 });
  });

  it.each([
    ['a service that it did not ask for', { services: ['fast'] }, {}],
    ['media', { audio: { input: 90, output: 0 } }, {}],
    ['an hour in a cache', { input: 10, cacheWrite1h: 90 }, { input: 10, cacheWrite5m: 90 }],
  ])('is not charged for %s where a limit does not allow it', async (_, claim, charged) => {
    const { reservation, meter, asked, report } = arrange({ quote: dearQuote }, -1);
    report({ output: 1_000, ...claim });
    meter.finish();
    await reservation.cover(meter);
    expect(asked).toHaveLength(1);
    expect(meter.usage).toEqual({
      ...{ ...noUsage, input: 100, output: 1_000, estimated: true, ...charged },
    });
    expect(meter.excess).toMatchObject(claim);
  });

  it('is charged as it claims where what is reserved pays for it', async () => {
    const { reservation, meter, report } = arrange({ quote: dearQuote }, -1);
    report({ output: 100, services: ['fast'] });
    meter.finish();
    await reservation.cover(meter);
    expect(meter.usage).toMatchObject({ services: ['fast'] });
  });

  it('of unknown price claims only tokens', async () => {
    const quote = { price: { kind: 'unknown' }, multiplier: million, isSalePrice: false } as const;
    const { reservation, meter, asked, report } = arrange({ quote });
    report({ output: 1_200 });
    meter.finish();
    await reservation.cover(meter);
    expect(asked).toEqual([{ nanoUsd: 0, tokens: 200, overdraft: true }]);
  });
});
