import { describe, expect, it, vi } from 'vitest';
import { describePlot, toData } from './plot.ts';

vi.mock('uplot', () => ({ default: { paths: {}, tzDate: (date: Date) => date } }));

const colors = { text: 'black', line: 'gray', series: ['red', 'blue'] };
const describeBars = (zone?: string) =>
  describePlot({
    ...{ colors, titles: ['a', 'b'], shape: 'bars', width: 100, height: 100, zone },
    formatValue: String,
    isWhole: true,
    language: 'en',
    onCursor: () => undefined,
  });

/** What the axis of time writes. */
function nameTicks(ticks: readonly string[], stepSeconds: number, zone: string): unknown {
  const [axis] = describeBars(zone).axes ?? [];
  const values = axis?.values as (...facts: unknown[]) => string[];
  const seconds = ticks.map((tick) => Date.parse(tick) / 1_000);
  return values(undefined, seconds, 0, 0, stepSeconds);
}

describe('the axis of time', () => {
  it('names days and hours of the chosen zone', () => {
    const ticks = ['2026-11-21T16:00:00Z', '2026-11-21T22:00:00Z'];
    expect(nameTicks(ticks, 21_600, 'Asia/Shanghai')).toEqual(['Nov 22', '06:00']);
    expect(nameTicks(ticks, 86_400, 'UTC')).toEqual(['Nov 21', 'Nov 21']);
  });

  it('leaves room for the first and the last bar, and for a single one', () => {
    const { range } = describeBars().scales?.['x'] ?? {};
    const widen = range as (...facts: unknown[]) => unknown;
    expect(widen({ data: [[0, 10, 20]] }, 0, 20)).toEqual([-5, 25]);
    expect(widen({ data: [[100_000]] }, 100_000, 100_000)).toEqual([56_800, 143_200]);
  });
});

describe('toData', () => {
  it('lets bars stand on each other, and lines alone', () => {
    const rows = [
      [1, null],
      [2, 3],
    ];
    expect(toData([0, 1_000], rows, 'bars')).toEqual([
      [0, 1],
      [3, 3],
      [2, 3],
    ]);
    expect(toData([0, 1_000], rows, 'lines')).toEqual([[0, 1], ...rows]);
  });
});
