/** Tests of usage sums; part of the store suite. */
import { usageStepMs } from '@parley/core/store';
import type { UsageQuery, UsageSum } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness } from '../harness.ts';
import { sampleExchange, settleSample } from '../samples/index.ts';

/** The sum of no exchanges. */
const nothing: UsageSum = {
  requests: 0,
  failures: 0,
  attempts: 0,
  failedAttempts: 0,
  durationMs: 0,
  input: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  output: 0,
  reasoning: 0,
  listNanoUsd: 0,
  chargedNanoUsd: 0,
  costNanoUsd: 0,
};

/** Four exchanges: two of key-1 and one model, one of another model, one of another key. */
async function openFour(open: OpenHarness) {
  const { store } = await open();
  const small = {
    usage: { input: 1, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 2, reasoning: 0 },
    listNanoUsd: 10,
    chargedNanoUsd: 20,
    durationMs: 100,
    outcome: 'completed' as const,
    status: 200,
  };
  await settleSample(store, 'x-1', small);
  await settleSample(store, 'x-2', { ...small, outcome: 'failed' });
  await settleSample(store, 'x-3', { ...small, callName: 'slow', outcome: 'canceled' });
  await settleSample(store, 'x-4', { ...small, keyId: 'key-2', accountId: 'account-2' });
  return store;
}

export function describeUsageSums(open: OpenHarness): void {
  describe('sums of usage', () => {
    describeTotals(open);
    describeDimensions(open);
    describeTimes(open);
    describeLongSteps(open);
  });
}

function describeTotals(open: OpenHarness): void {
  it('are one of nothing when nothing was used, and none when told apart', async () => {
    const { store } = await open();
    expect(await store.sumUsage({ by: [] })).toStrictEqual([nothing]);
    expect(await store.sumUsage({ by: ['keyId'] })).toStrictEqual([]);
  });

  it('add up more money than one key may have spent', async () => {
    const { store } = await open();
    const listNanoUsd = Number.MAX_SAFE_INTEGER;
    await settleSample(store, 'x-1', { listNanoUsd });
    await settleSample(store, 'x-2', { listNanoUsd, keyId: 'key-2', accountId: 'account-2' });
    expect(await store.sumUsage({ by: [] })).toMatchObject([{ listNanoUsd: 2 * listNanoUsd }]);
  });

  it('add up every number of an exchange', async () => {
    const { store } = await open();
    await settleSample(store, 'x-1');
    await settleSample(store, 'x-2');
    const twice: UsageSum = {
      requests: 2,
      failures: 2,
      attempts: 4,
      failedAttempts: 2,
      durationMs: 9_000,
      input: 22,
      cacheRead: 24,
      cacheWrite5m: 26,
      cacheWrite1h: 28,
      output: 30,
      reasoning: 32,
      listNanoUsd: 3_400,
      chargedNanoUsd: 3_600,
      costNanoUsd: 3_000,
    };
    expect(await store.sumUsage({ by: [] })).toStrictEqual([twice]);
  });

  it('count an exchange once, however often it is settled', async () => {
    const { store } = await open();
    for (let round = 0; round < 3; round += 1) await settleSample(store, 'x-1');
    expect(await store.sumUsage({ by: [] })).toMatchObject([{ requests: 1, failures: 1 }]);
  });

  it('count an exchange that reached no upstream, under an empty name', async () => {
    const { store } = await open();
    const { upstream, upstreamModel, usage, ...record } = sampleExchange('x-1', {
      attempts: 0,
      attemptRecords: [],
    });
    expect([upstream, upstreamModel, usage]).not.toContain(undefined);
    await store.settle({ record, charges: [], limits: {} });
    const sums = await store.sumUsage({ by: ['upstream', 'upstreamModel'] });
    expect(sums).toMatchObject([{ upstream: '', upstreamModel: '', requests: 1, input: 0 }]);
  });

  it('have no name that a client made up, of exchanges that failed before an upstream was called', async () => {
    const { store } = await open();
    for (const callName of ['made-up-1', 'made-up-2']) {
      const { upstream: _, upstreamModel: __, ...record } = sampleExchange(callName, { callName });
      const refused = { ...record, attempts: 0, attemptRecords: [] };
      await store.settle({ record: refused, charges: [], limits: {} });
    }
    expect(await store.sumUsage({ by: ['callName'] })).toMatchObject([
      { callName: '', requests: 2, failures: 2 },
    ]);
    expect(await store.sumUsage({ by: [], callName: 'made-up-1' })).toMatchObject([
      { requests: 0 },
    ]);
    expect((await store.findExchange('made-up-1'))?.callName).toBe('made-up-1');
  });

  it('count the attempts of each upstream, those that another upstream made good included', async () => {
    const { store } = await open();
    const attempt = {
      ...{ number: 1, upstreamModel: 'm', outbound: 'openai-chat' as const },
      ...{ startedMs: 0, endedMs: 1, listNanoUsd: 0, chargedNanoUsd: 0 },
    };
    const failed = { ...attempt, upstream: 'down', errorCode: 'overloaded' as const };
    const answered = { ...attempt, number: 2, upstream: 'up' };
    const left = { ...attempt, upstream: 'up', errorCode: 'canceled' as const };
    const by = { upstream: 'up', upstreamModel: 'm' };
    const completed = { ...by, outcome: 'completed' as const };
    await settleSample(store, 'x-1', { ...completed, attemptRecords: [failed, answered] });
    await settleSample(store, 'x-2', { ...completed, attemptRecords: [answered] });
    await settleSample(store, 'x-3', { ...by, outcome: 'canceled', attemptRecords: [left] });
    await settleSample(store, 'x-4', {
      ...{ upstream: 'down', upstreamModel: 'm', outcome: 'failed' },
      attemptRecords: [failed, failed],
    });
    expect(await store.sumUsage({ by: ['upstream'] })).toMatchObject([
      { upstream: 'down', requests: 1, failures: 1, attempts: 3, failedAttempts: 3 },
      { upstream: 'up', requests: 3, failures: 1, attempts: 3, failedAttempts: 0 },
    ]);
    expect(await store.sumUsage({ by: ['callName'] })).toMatchObject([
      { requests: 4, failures: 2, attempts: 6, failedAttempts: 3, input: 44 },
    ]);
  });
}

function describeDimensions(open: OpenHarness): void {
  const cases: readonly (readonly [UsageQuery, readonly Partial<UsageSum>[]])[] = [
    [{ by: [] }, [{ requests: 4, failures: 2, input: 4, output: 8, chargedNanoUsd: 80 }]],
    [
      { by: ['keyId'] },
      [
        { keyId: 'key-1', requests: 3, failures: 2, listNanoUsd: 30 },
        { keyId: 'key-2', requests: 1, failures: 0, listNanoUsd: 10 },
      ],
    ],
    [
      { by: ['callName', 'accountId'] },
      [
        { callName: 'fast', accountId: 'account-2', requests: 1 },
        { callName: 'fast', accountId: 'default', requests: 2 },
        { callName: 'slow', accountId: 'default', requests: 1 },
      ],
    ],
    [{ by: ['group'], group: 'default' }, [{ group: 'default', requests: 4, durationMs: 400 }]],
    [{ by: [], group: 'other' }, [{ requests: 0 }]],
    [{ by: ['keyId'], callName: 'slow' }, [{ keyId: 'key-1', requests: 1 }]],
    [{ by: [], keyId: 'key-1', callName: 'fast' }, [{ requests: 2 }]],
    [{ by: ['accountId'], accountId: 'account-2' }, [{ accountId: 'account-2', requests: 1 }]],
    [
      { by: ['upstream', 'upstreamModel'], upstream: 'first' },
      [{ upstream: 'first', upstreamModel: 'vendor/model-1', requests: 4 }],
    ],
    [{ by: ['keyId', 'keyId'], keyId: 'key-2' }, [{ keyId: 'key-2', requests: 1 }]],
  ];

  it.each(cases)('answer %j', async (query, expected) => {
    const store = await openFour(open);
    expect(await store.sumUsage(query)).toMatchObject(expected);
  });

  it('name what they are told apart by, and nothing else', async () => {
    const store = await openFour(open);
    const [sum] = await store.sumUsage({ by: ['group'] });
    expect(Object.keys(sum ?? {}).sort()).toStrictEqual(['group', ...Object.keys(nothing)].sort());
  });
}

/** Quarters of an hour on two consecutive days. */
const day = 86_400_000;
const quarters = [0, 1, 48, 95, 96].map((quarter) => 19_000 * day + quarter * usageStepMs);

function describeLongSteps(open: OpenHarness): void {
  const hour = 3_600_000;
  const noon = 19_000 * day + 12 * hour;

  it.each<[NonNullable<UsageQuery['timeStep']>, readonly (readonly [number, number])[]]>([
    [
      { lengthMs: day, offsetMs: 0 },
      [
        [noon - 12 * hour, 4],
        [noon + 12 * hour, 1],
      ],
    ],
    [
      { lengthMs: day, offsetMs: 12 * hour },
      [
        [noon - day, 2],
        [noon, 3],
      ],
    ],
    [
      { lengthMs: day, offsetMs: -usageStepMs },
      [
        [noon - 36 * hour + usageStepMs, 1],
        [noon - 12 * hour + usageStepMs, 4],
      ],
    ],
    [
      { lengthMs: hour, offsetMs: 45 * 60_000 },
      [
        [noon - 12.75 * hour, 1],
        [noon - 11.75 * hour, 1],
        [noon - 0.75 * hour, 1],
        [noon + 11.25 * hour, 2],
      ],
    ],
    [{ lengthMs: usageStepMs, offsetMs: 0 }, quarters.map((time) => [time, 1] as const)],
  ])('may be longer: %j', async (timeStep, expected) => {
    const { store } = await open();
    for (const startedAt of quarters)
      await settleSample(store, `x-${String(startedAt)}`, { startedAt });
    const sums = await store.sumUsage({ by: ['time'], timeStep });
    expect(sums.map(({ time, requests }) => [time, requests])).toStrictEqual(expected);
    const groups = await store.sumUsage({ by: ['group', 'time'], timeStep, from: noon });
    const late = quarters.filter((time) => time >= noon).length;
    expect(groups.reduce((sum, { requests }) => sum + requests, 0)).toBe(late);
    expect(await store.sumUsage({ by: [], timeStep })).toMatchObject([{ requests: 5 }]);
  });

  it.each([
    { lengthMs: 0, offsetMs: 0 },
    { lengthMs: -usageStepMs, offsetMs: 0 },
    { lengthMs: usageStepMs + 1, offsetMs: 0 },
    { lengthMs: hour, offsetMs: 1 },
    { lengthMs: Number.NaN, offsetMs: 0 },
  ])('are not made of parts of a quarter of an hour: %j', async (timeStep) => {
    const { store } = await open();
    await settleSample(store, 'x-1');
    const asking = store.sumUsage({ by: ['time'], timeStep });
    await expect(asking).rejects.toBeInstanceOf(RangeError);
  });
}

function describeTimes(open: OpenHarness): void {
  it('begin at whole steps of a quarter of an hour', async () => {
    const store = await openFour(open);
    const [sum] = await store.sumUsage({ by: ['time'] });
    expect(sum?.time).toBeDefined();
    expect((sum?.time ?? 1) % usageStepMs).toBe(0);
  });

  it('take a time down to the start of its step', async () => {
    const store = await openFour(open);
    const [sum] = await store.sumUsage({ by: ['time'] });
    const step = sum?.time ?? 0;
    const count = async (query: Omit<UsageQuery, 'by'>) =>
      (await store.sumUsage({ ...query, by: [] }))[0]?.requests;
    const last = step + usageStepMs - 1;
    expect(await count({ from: last })).toBe(sum?.requests);
    expect(await count({ from: step, until: step + usageStepMs })).toBe(sum?.requests);
    expect(await count({ until: last })).toBe(0);
    expect(await count({ from: last + 1, until: last + 1 })).toBe(0);
  });
}
