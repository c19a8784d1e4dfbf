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
    const inner = { type: 'object', properties: {}, additionalProperties: { type: 'string' } };
    const { schema, changed } = restrictSchema({
      $defs: { I: { type: ['object', 'null'] } },
      anyOf: [inner, { properties: { x: inner } }],
    });
    expect(changed).toBe(true);
    const closed = { type: 'object', properties: {}, additionalProperties: false };
    expect(schema).toEqual({
      $defs: { I: { type: ['object', 'null'], additionalProperties: false } },
      anyOf: [closed, { properties: { x: closed }, additionalProperties: false }],
    });
  });

  it('writes oneOf as anyOf', () => {
    expect(restrictSchema({ oneOf: [{ type: 'string' }] })).toEqual({
      schema: { anyOf: [{ type: 'string' }] },
      changed: true,
    });
  });

  it('changes nothing in a schema of the subset', () => {
    const schema = {
      type: 'object',
      properties: { kind: { enum: ['a', 'b'] }, minimum: { const: 1 } },
      additionalProperties: false,
    };
    expect(restrictSchema(schema)).toEqual({ schema, changed: false });
  });
});
