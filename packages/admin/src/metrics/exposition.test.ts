import { describe, expect, it } from 'vitest';
import { joinWorkers, writeExposition } from './exposition.ts';
import type { MetricFamily } from './metric.ts';

function family(samples: MetricFamily['samples'], name = 'n'): MetricFamily {
  return { name, help: 'A \\ and\na line.', type: 'gauge', samples };
}

describe('the exposition', () => {
  it('has help, type and samples of each metric, escaped', () => {
    const samples: MetricFamily['samples'] = [
      { name: 'n', labels: {}, value: 1 },
      { name: 'n', labels: { model: 'a "b"\\\n', other: '' }, value: 0.25 },
    ];
    expect(writeExposition([family(samples), family([], 'empty')])).toBe(
      [
        String.raw`# HELP n A \\ and\na line.`,
        '# TYPE n gauge',
        'n 1',
        String.raw`n{model="a \"b\"\\\n",other=""} 0.25`,
        '',
      ].join('\n'),
    );
  });

  it('tells processes apart, and writes each metric once', () => {
    const workers = new Map([
      ['1', [family([{ name: 'n', labels: { a: 'x' }, value: 1 }])]],
      ['2', [family([{ name: 'n', labels: { a: 'x' }, value: 2 }])]],
    ]);
    const text = writeExposition(joinWorkers(workers));
    expect(text.match(/# TYPE/g)).toHaveLength(1);
    expect(text).toContain('n{a="x",worker="1"} 1\nn{a="x",worker="2"} 2\n');
  });
});
