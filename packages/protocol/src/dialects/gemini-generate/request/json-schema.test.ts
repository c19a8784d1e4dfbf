import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/value.ts';
import { toJsonSchema } from './json-schema.ts';

describe('toJsonSchema', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['lowers types', { type: 'STRING' }, { type: 'string' }],
    ['leaves unspecified types out', { type: 'TYPE_UNSPECIFIED' }, {}],
    ['makes nullable a type', { type: 'STRING', nullable: true }, { type: ['string', 'null'] }],
    [
      'lets null be listed where it is allowed',
      { type: 'STRING', nullable: true, format: 'enum', enum: ['a'] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      'makes nullable an alternative',
      { anyOf: [{ type: 'STRING' }, { type: 'INTEGER' }], nullable: true },
      { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
    ],
    [
      'reads counts',
      { type: 'ARRAY', minItems: '1', maxItems: 3, items: { type: 'NUMBER', format: 'double' } },
      { type: 'array', minItems: 1, maxItems: 3, items: { type: 'number', format: 'double' } },
    ],
    [
      'reads snake case keywords and no names of properties',
      { type: 'OBJECT', min_properties: '1', properties: { any_of: { type: 'STRING' } } },
      { type: 'object', minProperties: 1, properties: { any_of: { type: 'string' } } },
    ],
    [
      'tells a property called type from a type',
      { type: 'OBJECT', properties: { type: { type: 'STRING' }, nullable: { type: 'BOOLEAN' } } },
      { type: 'object', properties: { type: { type: 'string' }, nullable: { type: 'boolean' } } },
    ],
    ['keeps an example', { type: 'STRING', example: 'x' }, { type: 'string', examples: ['x'] }],
    [
      'leaves JSON Schema as it is',
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $defs: { a: { type: ['string', 'null'], const: 'x' } },
        type: 'object',
        properties: { a: { $ref: '#/$defs/a' } },
        additionalProperties: false,
      },
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $defs: { a: { type: ['string', 'null'], const: 'x' } },
        type: 'object',
        properties: { a: { $ref: '#/$defs/a' } },
        additionalProperties: false,
      },
    ],
  ])('%s', (_, schema, expected) => {
    expect(toJsonSchema(schema)).toEqual(expected);
  });

  it('puts properties in the order that was asked for', () => {
    const schema = toJsonSchema({
      type: 'OBJECT',
      properties: { a: {}, b: {}, c: {} },
      propertyOrdering: ['c', 'gone', 'a'],
    });
    expect(Object.keys(schema['properties'] as JsonObject)).toEqual(['c', 'a', 'b']);
    expect(schema).not.toHaveProperty('propertyOrdering');
  });
});
