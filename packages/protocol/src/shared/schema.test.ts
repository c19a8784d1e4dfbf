import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { findFault } from './request-validation.ts';
import { lenient, lenientList, recordOf, wholeNumber } from './schema.ts';

describe('recordOf', () => {
  const schema = recordOf(z.string());

  it.each([
    ['a', []],
    [[], []],
    [{ name: 1 }, ['name']],
    [{ a: 'b', name: null }, ['name']],
  ])('names the fault of %j', (value, path) => {
    expect(schema.safeParse(value).error?.issues[0]?.path).toEqual(path);
  });

  it('accepts any names, and never sets a prototype', () => {
    const value: unknown = JSON.parse('{"a":"b","constructor":"c","__proto__":"d"}');
    const parsed = schema.safeParse(value).data;
    expect(Object.entries(parsed ?? {})).toEqual([
      ['a', 'b'],
      ['constructor', 'c'],
    ]);
  });
});

describe('wholeNumber', () => {
  const values = [0, -1, 5, 6, 1.5, 2 ** 53, -(2 ** 53), Number.NaN, '1', null, undefined];

  it.each([
    [wholeNumber(), z.int()],
    [wholeNumber(1), z.int().check(z.minimum(1))],
    [wholeNumber(1, 5), z.int().check(z.minimum(1), z.maximum(5))],
  ])('%# accepts what z.int accepts', (schema, reference) => {
    for (const value of values) {
      expect(schema.safeParse(value).success).toBe(reference.safeParse(value).success);
    }
  });

  it.each([
    [1.5, 'must be a whole number'],
    ['1', 'must be a number'],
    [2 ** 53, 'must be at most 9007199254740991'],
    [0, 'must be at least 1'],
  ])('states what is wrong with %j', (value, fault) => {
    const { error } = wholeNumber(1).safeParse(value, { reportInput: true });
    expect(error && findFault(error).fault).toBe(fault);
  });
});

describe('lenient', () => {
  const schema = z.looseObject({ count: lenient(z.number()) });

  it.each([
    [{ count: 1 }, 1],
    [{ count: null }, null],
    [{ count: 'many' }, undefined],
    [{}, undefined],
  ])('reads %j', (value, count) => {
    const parsed = schema.safeParse(value);
    expect(parsed.success).toBe(true);
    expect(parsed.data?.count).toBe(count);
  });
});

describe('lenientList', () => {
  const schema = z.looseObject({ counts: lenientList(z.number()) });

  it.each([
    [{ counts: [1, null, 2] }, [1, 2]],
    [{ counts: [1, 'many'] }, [1]],
    [{ counts: [] }, []],
    [{ counts: null }, null],
    [{ counts: 'many' }, undefined],
    [{}, undefined],
  ])('reads %j', (value, counts) => {
    const parsed = schema.safeParse(value);
    expect(parsed.success).toBe(true);
    expect(parsed.data?.counts).toEqual(counts);
  });
});
