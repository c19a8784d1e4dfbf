import { describe, expect, it } from 'vitest';
import { restrictSchema } from './output-schema.ts';

describe('restrictSchema', () => {
  it('moves limits into the description', () => {
    const { schema, changed } = restrictSchema({
      type: 'object',
      properties: {
        age: { type: 'integer', minimum: 0, maximum: 9, description: 'Years' },
        when: { type: 'string', format: 'date-time' },
        code: { type: 'string', format: 'iban', pattern: '^A' },
        pattern: { type: 'array', items: { type: 'string', maxLength: 3 }, minItems: 2 },
      },
      required: ['age'],
    });
    expect(changed).toBe(true);
    expect(schema).toEqual({
      type: 'object',
      properties: {
        age: { type: 'integer', description: 'Years (minimum: 0, maximum: 9)' },
        when: { type: 'string', format: 'date-time' },
        code: { type: 'string', description: '(format: "iban", pattern: "^A")' },
        pattern: {
          type: 'array',
          items: { type: 'string', description: '(maxLength: 3)' },
          description: '(minItems: 2)',
        },
      },
      required: ['age'],
      additionalProperties: false,
    });
  });

  it('closes objects everywhere', () => {
    const table = { y: { type: 'string' } };
    const inner = { type: 'object', properties: table, additionalProperties: { type: 'string' } };
    const { schema, changed, closesMaps } = restrictSchema({
      $defs: { I: { type: ['object', 'null'], properties: {} } },
      anyOf: [inner, { properties: { x: inner } }],
    });
    expect(changed).toBe(true);
    expect(closesMaps).toBe(false);
    const closed = {
      type: 'object',
      properties: table,
      additionalProperties: false,
      description: '(additionalProperties: {"type":"string"})',
    };
    expect(schema).toEqual({
      $defs: { I: { type: ['object', 'null'], properties: {}, additionalProperties: false } },
      anyOf: [closed, { properties: { x: closed }, additionalProperties: false }],
    });
  });

  it.each([
    { type: 'object', additionalProperties: { type: 'integer' } },
    { type: 'object', properties: {}, additionalProperties: true },
    { type: ['object', 'null'] },
  ])('notes when it closed an object of free keys, such as %j', (map) => {
    const schema = { type: 'object', properties: { scores: { type: 'array', items: map } } };
    expect(restrictSchema(schema).closesMaps).toBe(true);
  });

  it('writes oneOf as anyOf', () => {
    expect(restrictSchema({ oneOf: [{ type: 'string' }] })).toMatchObject({
      schema: { anyOf: [{ type: 'string' }] },
      changed: true,
    });
  });

  it('does not change a schema within the subset', () => {
    const schema = {
      type: 'object',
      properties: { kind: { enum: ['a', 'b'] }, minimum: { const: 1 } },
      additionalProperties: false,
    };
    expect(restrictSchema(schema)).toEqual({ schema, changed: false, closesMaps: false });
  });
});
