import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { lenient, looseObject } from './schema.ts';

describe('looseObject', () => {
  const schema = looseObject({ name: z.string(), next: z.nullish(looseObject({ at: z.int() })) });

  it.each([
    [7, []],
    [[], []],
    [{}, ['name']],
    [{ name: 1 }, ['name']],
    [{ name: 'a', next: { at: 1.5 } }, ['next', 'at']],
  ])('names the fault of %j', (value, path) => {
    expect(schema.safeParse(value).error?.issues[0]?.path).toEqual(path);
  });

  it('keeps unknown fields, and never sets a prototype', () => {
    const value: unknown = JSON.parse('{"name":"a","other":[1],"__proto__":{"bad":true}}');
    const parsed = schema.safeParse(value).data;
    expect(parsed).toMatchObject({ name: 'a', other: [1] });
    expect(parsed).not.toHaveProperty('bad');
  });
});

describe('lenient', () => {
  const schema = looseObject({ count: lenient(z.number()) });

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
