import { expect, it } from 'vitest';
import { omitNullish, omitUndefined } from './omit-undefined.ts';

const fields = { a: 1, b: undefined, c: null, d: 0, e: '', f: false };

it('leaves out what is undefined, and nothing else', () => {
  expect(Object.entries(omitUndefined(fields))).toEqual([
    ['a', 1],
    ['c', null],
    ['d', 0],
    ['e', ''],
    ['f', false],
  ]);
});

it('leaves out null too, where it means the same', () => {
  expect(Object.keys(omitNullish(fields))).toEqual(['a', 'd', 'e', 'f']);
});
