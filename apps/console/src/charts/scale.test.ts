import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createScale, stack } from './scale.ts';

describe('a scale', () => {
  it.each([
    [[], false, [0]],
    [[0], false, [0]],
    [[-5e-324], false, [0]],
    [[3, 7], true, [0, 2, 4, 6, 8]],
    [[1], true, [0, 1]],
    [[0.004], false, [0, 0.001, 0.002, 0.003, 0.004]],
    [[-3, 5], true, [-4, -2, 0, 2, 4, 6]],
  ])('for %j', (values, isWhole, ticks) => {
    expect(createScale(values, isWhole).ticks.map((tick) => Number(tick.toPrecision(12)))).toEqual(
      ticks,
    );
  });

  it('includes 0 and every value, in a few rising steps', () => {
    const value = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), fc.boolean(), (values, isWhole) => {
        const { low, high, ticks } = createScale(values, isWhole);
        const slack = (high - low) * 1e-9;
        expect(low).toBeLessThanOrEqual(Math.min(0, ...values) + slack);
        expect(high).toBeGreaterThanOrEqual(Math.max(0, ...values) - slack);
        expect(ticks.length).toBeLessThanOrEqual(8);
        expect(ticks).toEqual(ticks.toSorted((a, b) => a - b));
        expect(new Set(ticks).size).toBe(ticks.length);
      }),
    );
  });
});

describe('stacked bars', () => {
  it('are stacked with the last one below, and 0 has no height', () => {
    expect(
      stack([
        [1, null],
        [2, 5],
      ]),
    ).toEqual([
      [
        [2, 3],
        [5, 5],
      ],
      [
        [0, 2],
        [0, 5],
      ],
    ]);
  });
});
