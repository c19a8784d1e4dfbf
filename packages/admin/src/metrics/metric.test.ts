import { describe, expect, it } from 'vitest';
import { Counter, Histogram, Metric } from './metric.ts';

function counterBy<Label extends string>(): Metric<Label, Counter> {
  return new Metric({ name: 'n_total', help: 'Some.', type: 'counter' }, () => new Counter());
}

describe('a counter', () => {
  it('has one series for each combination of labels', () => {
    const metric = counterBy<'a' | 'b'>();
    metric.of({ a: 'x', b: '' }).add(1);
    metric.of({ a: '', b: 'x' }).add(2);
    metric.of({ a: 'x', b: '' }).add(4);
    expect(metric.read()).toEqual({
      ...{ name: 'n_total', help: 'Some.', type: 'counter' },
      samples: [
        { name: 'n_total', labels: { a: 'x', b: '' }, value: 5 },
        { name: 'n_total', labels: { a: '', b: 'x' }, value: 2 },
      ],
    });
  });

  it('adds up whole numbers and divides the sum', () => {
    const counter = new Counter(1e9);
    for (let count = 0; count < 1_000; count += 1) counter.add(100_000_001);
    expect(counter.write('usd', {})).toEqual([{ name: 'usd', labels: {}, value: 100.000001 }]);
  });

  it('counts together what comes after a thousand combinations', () => {
    const metric = counterBy<'model'>();
    for (let model = 0; model < 1_500; model += 1) metric.of({ model: String(model) }).add(1);
    const { samples } = metric.read();
    expect(samples).toHaveLength(1_001);
    expect(samples.at(-1)).toMatchObject({ labels: { model: 'other' }, value: 500 });
    metric.of({ model: '7' }).add(1);
    expect(metric.read().samples[7]).toMatchObject({ labels: { model: '7' }, value: 2 });
  });
});

describe('a histogram', () => {
  it('counts each value in its bucket and in all greater ones', () => {
    const histogram = new Histogram([1, 2.5]);
    for (const value of [0, 1, 1.5, 2.5, 3]) histogram.observe(value);
    const labels = { a: 'x' };
    expect(histogram.write('s', labels)).toEqual([
      { name: 's_bucket', labels: { a: 'x', le: '1' }, value: 2 },
      { name: 's_bucket', labels: { a: 'x', le: '2.5' }, value: 4 },
      { name: 's_bucket', labels: { a: 'x', le: '+Inf' }, value: 5 },
      { name: 's_sum', labels, value: 8 },
      { name: 's_count', labels, value: 5 },
    ]);
  });
});
