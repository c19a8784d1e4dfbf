import { isJsonObject, type JsonObject } from '@parley/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { sampleOf } from './schema-sample.ts';

/** Returns why a value does not fit a schema, according to zod. */
function misfit(schema: JsonObject): string | undefined {
  const judge = z.fromJSONSchema(schema);
  const { error } = judge.safeParse(sampleOf(schema));
  return error?.message;
}

const manyReferences: JsonObject = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`p${index}`, { $ref: '#' }]),
);

describe('sampleOf', () => {
  it.each<JsonObject>([
    {},
    { $ref: '#/nowhere' },
    { $ref: 'https://example.com/schema' },
    { $ref: '#' },
    { type: 'object', required: ['__proto__', 'constructor'] },
    { anyOf: [] },
    { allOf: [7, null] },
    { enum: [] },
    { type: 'no such type' },
    { type: 'array', minItems: 1e9 },
    { type: 'string', minLength: 1e9 },
    { type: 'object', properties: { self: { $ref: '#' } }, required: ['self'] },
    { type: 'object', properties: manyReferences, required: Object.keys(manyReferences) },
    { type: 'array', minItems: 60, items: { $ref: '#' } },
  ])('stays calm at %j', (schema) => {
    expect(JSON.stringify(sampleOf(schema) ?? null).length).toBeLessThan(500_000);
  });

  it.each<JsonObject>([
    { type: 'string' },
    { type: 'string', enum: ['a', 'b'] },
    { const: 7 },
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'email' },
    { type: 'string', minLength: 20 },
    { type: 'string', maxLength: 3 },
    { type: 'integer', minimum: 5 },
    { type: 'integer', maximum: -5 },
    { type: 'integer', exclusiveMinimum: 5, maximum: 6 },
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    { type: 'integer', minimum: 3, multipleOf: 4 },
    { type: ['null', 'integer'] },
    { type: 'null' },
    { type: 'boolean' },
    { type: 'array', items: { type: 'integer' }, minItems: 3 },
    { type: 'array', items: { type: 'integer' }, maxItems: 0 },
    { anyOf: [{ type: 'integer' }, { type: 'string' }] },
    {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 1 } },
      required: ['city', 'days'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { p: { $ref: '#/$defs/P' } },
      required: ['p'],
      $defs: { P: { type: 'integer' } },
    },
  ])('fits %j', (schema) => {
    expect(misfit(schema)).toBeUndefined();
  });

  it('adds up the parts of allOf', () => {
    const part = (name: string): JsonObject => ({
      type: 'object',
      properties: { [name]: { type: 'integer' } },
      required: [name],
    });
    expect(sampleOf({ allOf: [part('a'), part('b')] })).toEqual({ a: 1, b: 1 });
  });

  it('fills in optional properties when none is required', () => {
    expect(sampleOf({ type: 'object', properties: { a: { type: 'boolean' } } })).toEqual({
      a: true,
    });
  });

  it('fits every schema of plain objects, arrays and scalars', () => {
    fc.assert(
      fc.property(plainSchema, (schema) => {
        expect(misfit(schema)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        if (isJsonObject(value)) sampleOf(value);
        sampleOf({ type: 'object', properties: { value: value as never }, required: ['value'] });
      }),
    );
  });
});

const { plainSchema } = fc.letrec<{ plainSchema: JsonObject }>((tie) => ({
  plainSchema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonObject>({ type: 'string' }, { type: 'boolean' }, { type: 'null' }),
    fc
      .record({ low: fc.integer({ min: -99, max: 99 }), width: fc.nat(9) })
      .map(({ low, width }): JsonObject => ({
        type: 'integer',
        minimum: low,
        maximum: low + width,
      })),
    tie('plainSchema').map((items): JsonObject => ({ type: 'array', items, minItems: 1 })),
    fc
      .dictionary(fc.constantFrom('a', 'b', 'c'), tie('plainSchema'))
      .map((properties): JsonObject => ({
        type: 'object',
        properties,
        required: Object.keys(properties),
        additionalProperties: false,
      })),
  ),
}));
