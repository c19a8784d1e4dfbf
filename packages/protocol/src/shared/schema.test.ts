import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { lenient, lenientList, recordOf } from './schema.ts';

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
