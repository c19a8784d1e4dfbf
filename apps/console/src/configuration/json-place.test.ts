import { describe, expect, it } from 'vitest';
import { findJsonPlace } from './json-place.ts';

const value = {
  models: ['*', 'a, "b": [c]'],
  tiers: [
    { match: 'tier', to: 'smart' },
    { to: 'house', deep: { x: -1.5e3 } },
  ],
  'odd.name': null,
};
const text = JSON.stringify(value, undefined, 2);

function read(path: string): unknown {
  const { start, end } = findJsonPlace(text, path);
  return JSON.parse(text.slice(start, end));
}

describe('the position of a field in JSON', () => {
  it('is the nearest value above a field that is missing', () => {
    expect(read('tiers.1.effort')).toEqual(value.tiers[1]);
    expect(read('name')).toEqual(value);
    expect(read('')).toEqual(value);
  });

  it('is found in strings that contain JSON, in lists and in objects', () => {
    expect(read('models.1')).toBe('a, "b": [c]');
    expect(read('tiers.1.deep.x')).toBe(-1_500);
    expect(read('tiers.0')).toEqual(value.tiers[0]);
    expect(read('odd.name')).toBe(null);
  });

  it('has the line', () => {
    expect(findJsonPlace(text, '').line).toBe(1);
    expect(findJsonPlace(text, 'tiers.0.to').line).toBe(9);
  });
});
