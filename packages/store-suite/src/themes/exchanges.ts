/** Tests of exchanges; part of the store suite. */
import type { AttemptRecord, ExchangeRecord } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness } from '../harness.ts';
import {
  sampleAttempts,
  sampleExchange,
  settleSample,
  settlementOf,
  sparseExchange,
} from '../samples/index.ts';

const noUsage = {
  input: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  output: 0,
  reasoning: 0,
};

const [firstAttempt] = sampleAttempts as readonly [AttemptRecord, ...AttemptRecord[]];

export function describeExchanges(open: OpenHarness): void {
  describe('exchanges', () => {
    describeRefusedExchanges(open);
    describeRepeatedExchanges(open);
    describeKeptExchanges(open);
    describeKeptNumbers(open);
    describeKeptTexts(open);
    describeKeptAttempts(open);
  });
}

function describeRefusedExchanges(open: OpenHarness): void {
  it('finds nothing for an unknown id', async () => {
    const { store } = await open();
    expect(await store.findExchange('x-1')).toBeUndefined();
    expect(await store.findExchange('\0')).toBeUndefined();
  });

  it.each([
    { durationMs: Number.NaN },
    { status: Number.POSITIVE_INFINITY },
    { startedAt: 2 ** 53 },
    { usage: { ...noUsage, output: Number.NaN } },
    { authenticatedMs: Number.NaN },
    { attemptRecords: [{ ...firstAttempt, endedMs: Number.NaN }] },
    { attemptRecords: [{ ...firstAttempt, usage: { ...noUsage, input: 2 ** 53 } }] },
  ])('refuses %j alone, not what is recorded beside it', async (changes) => {
    const { store } = await open();
    const bad = settleSample(store, 'x-bad', changes);
    const good = settleSample(store, 'x-good');
    await expect(bad).rejects.toBeInstanceOf(RangeError);
    await good;
    expect(await store.findExchange('x-bad')).toBeUndefined();
    expect(await store.findExchange('x-good')).toBeDefined();
  });
}

function describeRepeatedExchanges(open: OpenHarness): void {
  it('lets a second record with the same id change nothing', async () => {
    const { store } = await open();
    const first = sampleExchange('x-1');
    await store.settle(settlementOf(first));
    await settleSample(store, 'x-1', { status: 200, keyId: 'key-2', notes: [] });
    expect(await store.findExchange('x-1')).toStrictEqual(first);
    expect(await store.listExchanges({ limit: 10 })).toHaveLength(1);
  });

  it('lets the first of two records that come together win', async () => {
    const { store } = await open();
    const first = sampleExchange('x-1');
    const second = sampleExchange('x-1', { status: 200 });
    await Promise.all([store.settle(settlementOf(first)), store.settle(settlementOf(second))]);
    expect(await store.findExchange('x-1')).toStrictEqual(first);
  });
}

function describeKeptExchanges(open: OpenHarness): void {
  const cases: readonly (readonly [string, ExchangeRecord])[] = [
    ['an exchange with every field', sampleExchange('x-1')],
    ['an exchange with no optional field', sparseExchange('x-1')],
    ['usage of zero, which is not absent usage', sampleExchange('x-1', { usage: noUsage })],
    [
      'usage that says it is no estimate',
      sampleExchange('x-1', { usage: { ...noUsage, estimated: false } }),
    ],
    [
      'the uses of tools in an attempt',
      sampleExchange('x-1', {
        attemptRecords: [
          { ...firstAttempt, usage: { ...noUsage, toolUses: { web_search: 2, maps: 1 } } },
        ],
      }),
    ],
    [
      'an exchange whose price is not known yet',
      sampleExchange('x-1', { pricing: 'quarantined', listNanoUsd: 0, chargedNanoUsd: 0 }),
    ],
    ['a first byte after zero milliseconds', sampleExchange('x-1', { firstByteMs: 0 })],
    ['a key that the store does not know', sampleExchange('x-1', { keyId: 'gone' })],
    ['an exchange whose caller left', sampleExchange('x-1', { outcome: 'canceled', status: 499 })],
  ];

  it.each(cases)('keeps %s', async (_name, record) => {
    const { store } = await open();
    await store.settle(settlementOf(record));
    expect(await store.findExchange(record.id)).toStrictEqual(record);
    expect(await store.listExchanges({ limit: 1 })).toStrictEqual([record]);
  });
}

function describeKeptNumbers(open: OpenHarness): void {
  const most = Number.MAX_SAFE_INTEGER;

  it.each([
    { startedAt: most, firstByteMs: most, durationMs: most },
    { listNanoUsd: most, chargedNanoUsd: most },
    { usage: { ...noUsage, input: most } },
    { usage: { ...noUsage, cacheRead: most } },
    { usage: { ...noUsage, cacheWrite5m: most } },
    { usage: { ...noUsage, cacheWrite1h: most } },
    { usage: { ...noUsage, output: most } },
  ])('keeps the largest exact numbers: %j', async (changes) => {
    const { store } = await open();
    const record = await settleSample(store, 'x-1', changes);
    expect(await store.findExchange('x-1')).toStrictEqual(record);
  });

  it('rounds fractions of a millisecond', async () => {
    const { store } = await open();
    const times = { startedAt: 1_000.4, firstByteMs: 1.5, durationMs: 2.49, admittedMs: 0.4 };
    await settleSample(store, 'x-1', times);
    const rounded = { startedAt: 1_000, firstByteMs: 2, durationMs: 2, admittedMs: 0 };
    expect(await store.findExchange('x-1')).toStrictEqual(sampleExchange('x-1', rounded));
  });
}

function describeKeptTexts(open: OpenHarness): void {
  it.each(["'; drop table exchanges; --", '日本 🦜', 'a\r\nb', '"\\', 'x'.repeat(10_000)])(
    'keeps what the caller wrote as a model: %j',
    async (callName) => {
      const { store } = await open();
      await settleSample(store, 'x-1', { callName });
      expect((await store.findExchange('x-1'))?.callName).toBe(callName);
    },
  );

  it.each([
    ['a\0b', 'a\uFFFDb'],
    ['a\uD800b', 'a\uFFFDb'],
    ['\uDC00\uD83E\uDD9C', '\uFFFD\uD83E\uDD9C'],
  ])('replaces what a database cannot hold in %j', async (callName, kept) => {
    const { store } = await open();
    await settleSample(store, 'x-1', { callName });
    expect((await store.findExchange('x-1'))?.callName).toBe(kept);
  });

  it('keeps many notes in their order, with any text', async () => {
    const { store } = await open();
    const notes = Array.from({ length: 500 }, (_, index) => ({
      path: `tools[${String(index)}].\0 "quoted" \n 🦜`,
      action: 'approximated' as const,
      reason: 'The nearest thing.',
    }));
    await settleSample(store, 'x-1', { notes });
    expect((await store.findExchange('x-1'))?.notes).toStrictEqual(notes);
  });
}

function describeKeptAttempts(open: OpenHarness): void {
  it.each([
    ['many of them, in their order', Array.from({ length: 200 }, (_, index) => at(index + 1))],
    ['any text of theirs', [{ ...at(1), message: '"quoted" \\ \n 🦜', reason: "'; --" }]],
    ['the largest exact numbers', [{ ...at(1), endedMs: Number.MAX_SAFE_INTEGER }]],
  ])('keeps attempts: %s', async (_name, attemptRecords) => {
    const { store } = await open();
    await settleSample(store, 'x-1', { attemptRecords });
    expect((await store.findExchange('x-1'))?.attemptRecords).toStrictEqual(attemptRecords);
  });

  it('rounds fractions of a millisecond in attempts', async () => {
    const { store } = await open();
    await settleSample(store, 'x-1', { attemptRecords: [{ ...at(1), startedMs: 1.5 }] });
    const kept = (await store.findExchange('x-1'))?.attemptRecords;
    expect(kept).toStrictEqual([{ ...at(1), startedMs: 2 }]);
  });

  it('replaces what a database cannot hold in the text of an error', async () => {
    const { store } = await open();
    const attemptRecords = [{ ...at(1), reason: 'a\0', message: '\uD800b' }];
    await settleSample(store, 'x-1', {
      errorReason: 'a\0',
      errorMessage: '\uD800b',
      attemptRecords,
    });
    expect(await store.findExchange('x-1')).toMatchObject({
      errorReason: 'a\uFFFD',
      errorMessage: '\uFFFDb',
      attemptRecords: [{ reason: 'a\uFFFD', message: '\uFFFDb' }],
    });
  });
}

function at(number: number): AttemptRecord {
  return { ...firstAttempt, number };
}
