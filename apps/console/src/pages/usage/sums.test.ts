import { describe, expect, it } from 'vitest';
import {
  addRows,
  atSteps,
  changeOf,
  joinSteps,
  kinds,
  measureOf,
  rankRows,
  splitSums,
  sumsOf,
  type Row,
} from './sums.ts';

const row = (hour: number, requests: number, amount: string) =>
  ({
    time: new Date(hour * 3_600_000).toISOString(),
    requests,
    failures: 0,
    input_tokens: requests * 100,
    cache_read_tokens: requests * 30,
    cache_write_tokens: requests * 10,
    output_tokens: requests * 20,
    reasoning_tokens: requests * 5,
    cost_amount: '0.1',
    amount,
  }) as Row;

const steps = [0, 1, 2].map((hour) => hour * 3_600_000);

describe('addRows', () => {
  it('adds up exactly, and gives nothing of no rows', () => {
    expect(addRows([])).toBeUndefined();
    const rows = [row(0, 3, '0.1'), row(1, 2, '0.2'), row(2, 1, '9007199.254740993')];
    expect(addRows(rows)).toMatchObject({
      requests: 6,
      input_tokens: 600,
      reasoning_tokens: 30,
      amount: '9007199.554740993',
      cost_amount: '0.3',
    });
  });
});

describe('rankRows', () => {
  it('begins with the largest, and among equals with the one of most requests', () => {
    const rows = [row(0, 1, '0.2'), row(1, 2, '0.2'), row(2, 1, '10.1'), row(3, 9, '0')];
    expect(rankRows(rows, 'amount').map(({ amount, requests }) => [amount, requests])).toEqual([
      ['10.1', 1],
      ['0.2', 2],
      ['0.2', 1],
      ['0', 9],
    ]);
  });
});

describe('changeOf', () => {
  it('is exact, also where nothing was used before', () => {
    const now = row(0, 1, '0.3');
    expect(changeOf(now, undefined)).toBeUndefined();
    expect(changeOf(now, [])).toEqual({ before: '0', change: '0.3' });
    expect(changeOf(now, [row(0, 1, '0.2'), row(1, 1, '0.2')])).toEqual({
      before: '0.4',
      change: '-0.1',
    });
  });
});

describe('splitSums', () => {
  it('shows the exact remainder of the total', () => {
    const whole = [row(0, 3, '0.3'), row(2, 1, '0.000000003')];
    const part = { title: 'a', rows: [row(0, 1, '0.1'), row(2, 1, '0.000000001')] };
    const [first, rest] = splitSums(steps, whole, { parts: [part], others: 'Others' });
    expect(first?.sums.map(({ amount }) => amount)).toEqual([100_000_000, 0, 1]);
    expect(rest?.title).toBe('Others');
    expect(rest?.sums.map(({ amount }) => amount)).toEqual([200_000_000, 0, 2]);
    expect(rest?.sums.map(({ requests }) => requests)).toEqual([2, 0, 0]);
  });

  it('has no remainder where the parts are complete', () => {
    const rows = [row(0, 1, '1')];
    const split = splitSums(steps, rows, { parts: [{ title: 'a', rows }], others: 'Others' });
    expect(split.map(({ title }) => title)).toEqual(['a']);
  });
});

describe('measureOf', () => {
  it('has no share without a prompt', () => {
    const [used, unused] = atSteps(steps, [row(0, 2, '1')]);
    expect(used && measureOf(used, 'cacheShare')).toBe(0.3);
    expect(unused && measureOf(unused, 'cacheShare')).toBeNull();
  });

  it('has no margin for users who cannot see list prices', () => {
    const held = { ...row(0, 1, '2.5'), cost_amount: null } as unknown as Row;
    expect(measureOf(sumsOf(held), 'margin')).toBe(0);
    expect(measureOf(sumsOf(row(0, 1, '0.3')), 'margin')).toBe(200_000_000);
  });
});

describe('kinds', () => {
  it('add up to all tokens', () => {
    const sums = sumsOf(row(0, 7, '1'));
    const added = Object.values(kinds).reduce((sum, kind) => sum + kind(sums), 0);
    expect(added).toBe(measureOf(sums, 'tokens'));
  });
});

describe('joinSteps', () => {
  it('keeps sums that match no step', () => {
    expect(joinSteps(steps, [row(5, 1, '1'), row(1, 1, '1')])).toEqual([...steps, 5 * 3_600_000]);
  });
});
