import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/value.ts';
import { NoteBook } from '../../../canonical/note.ts';
import { toOpenApiSchema } from './openapi-schema.ts';
import type { WireSchema } from '../types.ts';

function convert(schema: JsonObject) {
  const notes = new NoteBook();
  const written = toOpenApiSchema(schema, 'tools[0].schema', notes);
  return { written, isLossy: notes.notes.length > 0, notes: notes.notes };
}

const string = { type: 'STRING' };

const known = new Set(['type', 'nullable', 'enum', 'description', 'items', 'anyOf']);
known.add('properties').add('required');

/** The keywords of a schema and all schemas in it; names of properties are none. */
function keywordsOf({ properties, items, anyOf, ...rest }: WireSchema): string[] {
  const inner = [...Object.values(properties ?? {}), ...(items ? [items] : []), ...(anyOf ?? [])];
  return [...Object.keys(rest), ...inner.flatMap(keywordsOf)];
}

describe('what the subset can express', () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      'types',
      { type: 'string', title: 't', description: 'd', default: 'x' },
      {
        ...string,
        title: 't',
        description: 'd',
        default: 'x',
      },
    ],
    ['a type list with null', { type: ['string', 'null'] }, { ...string, nullable: true }],
    [
      'a type list',
      { type: ['string', 'integer', 'null'], description: 'd' },
      { description: 'd', anyOf: [string, { type: 'INTEGER' }], nullable: true },
    ],
    ['a constant', { const: 'a' }, { ...string, enum: ['a'] }],
    ['listed texts', { enum: ['a', 'b', null] }, { ...string, enum: ['a', 'b'], nullable: true }],
    [
      'the limits of whole numbers',
      { type: 'integer', exclusiveMinimum: 0, maximum: 9 },
      {
        type: 'INTEGER',
        minimum: 1,
        maximum: 9,
      },
    ],
    [
      'counts, as text',
      { type: 'string', minLength: 1, maxLength: 5, pattern: 'a+' },
      {
        ...string,
        minLength: '1',
        maxLength: '5',
        pattern: 'a+',
      },
    ],
    [
      'lists',
      { type: 'array', items: { type: 'string' }, minItems: 2 },
      {
        type: 'ARRAY',
        items: string,
        minItems: '2',
      },
    ],
    [
      'objects, with what is there of what they require',
      { properties: { a: { type: 'string' } }, required: ['a', 'gone'] },
      { type: 'OBJECT', properties: { a: string }, required: ['a'] },
    ],
    [
      'an optional of Pydantic',
      {
        $defs: { Unit: { type: 'string', enum: ['c', 'f'], description: 'inner' } },
        type: 'object',
        properties: {
          unit: { anyOf: [{ $ref: '#/$defs/Unit' }, { type: 'null' }], description: 'outer' },
        },
      },
      {
        type: 'OBJECT',
        properties: {
          unit: { ...string, enum: ['c', 'f'], description: 'outer\ninner', nullable: true },
        },
      },
    ],
    [
      'alternatives',
      { oneOf: [{ type: 'string' }, { type: 'number' }] },
      { anyOf: [string, { type: 'NUMBER' }] },
    ],
    [
      'all of several',
      {
        $defs: { A: { properties: { a: { type: 'string' } }, required: ['a'] } },
        allOf: [{ $ref: '#/$defs/A' }, { properties: { b: { type: 'boolean' } } }],
        required: ['b'],
      },
      { type: 'OBJECT', properties: { a: string, b: { type: 'BOOLEAN' } }, required: ['a', 'b'] },
    ],
    [
      'the descriptions of an optional and of its only alternative',
      { anyOf: [{ type: 'string', description: 'inner' }, { type: 'null' }], description: 'outer' },
      { ...string, description: 'outer\ninner', nullable: true },
    ],
    [
      'the descriptions of all branches in their order',
      { allOf: [{ type: 'string', description: 'a' }, { description: 'b' }], description: 'outer' },
      { ...string, description: 'outer\na\nb' },
    ],
    [
      'the same description once',
      { allOf: [{ type: 'string', description: 'a' }], description: 'a' },
      { ...string, description: 'a' },
    ],
    ['a date', { type: 'string', format: 'date-time' }, { ...string, format: 'date-time' }],
    ['an object without properties', { type: 'object' }, { type: 'OBJECT' }],
    ['nothing about itself', { $schema: 'x', $id: 'y', type: 'string' }, string],
  ])('%s', (_, schema, expected) => {
    const { written, isLossy } = convert(schema);
    expect(written).toEqual(expected);
    expect(isLossy).toBe(false);
  });
});

describe('what the subset cannot express', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['closed objects', { type: 'object', additionalProperties: false }, { type: 'OBJECT' }],
    ['other formats', { type: 'string', format: 'email' }, string],
    ['open limits', { type: 'number', exclusiveMinimum: 0 }, { type: 'NUMBER', minimum: 0 }],
    [
      'listed numbers',
      { type: 'integer', enum: [1, 2], description: 'n' },
      {
        type: 'INTEGER',
        description: 'n (one of 1, 2)',
      },
    ],
    ['anything', {}, string],
    ['a list of anything', { type: 'array' }, { type: 'ARRAY', items: string }],
    [
      'pairs',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
      { type: 'ARRAY', items: { anyOf: [string, { type: 'NUMBER' }] } },
    ],
    [
      'a reference to elsewhere',
      { $ref: 'https://x.example/s', description: 'd' },
      {
        type: 'OBJECT',
        description: 'd',
      },
    ],
    [
      'a tree',
      {
        $defs: { Node: { properties: { next: { $ref: '#/$defs/Node' } } } },
        $ref: '#/$defs/Node',
      },
      { type: 'OBJECT', properties: { next: { type: 'OBJECT' } } },
    ],
    [
      'alternatives beside properties',
      { properties: { a: { type: 'string' } }, anyOf: [{ required: ['a'] }] },
      { type: 'OBJECT', properties: { a: string } },
    ],
  ])('%s', (_, schema, expected) => {
    const { written, notes } = convert(schema);
    expect(written).toEqual(expected);
    expect(notes).toMatchObject([{ path: 'tools[0].schema', action: 'approximated' }]);
  });

  it('is bounded, however references multiply', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, level): [string, JsonObject] => {
        const next = { $ref: `#/$defs/d${level + 1}` };
        return [`d${level}`, { type: 'object', properties: { a: next, b: next } }];
      }),
    );
    const { written, isLossy } = convert({ $defs, $ref: '#/$defs/d0' });
    expect(JSON.stringify(written).length).toBeLessThan(200_000);
    expect(isLossy).toBe(true);
  });

  it('never fails, and never writes an unsupported keyword', () => {
    const schema = fc.letrec<{ schema: JsonObject }>((tie) => ({
      schema: fc.dictionary(
        fc.constantFrom(
          'type',
          '$ref',
          'anyOf',
          'allOf',
          'items',
          'properties',
          'required',
          'enum',
          'const',
          'not',
          '$defs',
        ),
        fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          fc.constantFrom('string', 'object', 'array', '#', '#/$defs/anyOf', null, 7),
          fc.array(tie('schema'), { maxLength: 3 }),
          tie('schema'),
        ),
        { maxKeys: 4, noNullPrototype: true },
      ),
    }));
    fc.assert(
      fc.property(schema.schema, (value) => {
        const strange = keywordsOf(convert(value).written).filter((word) => !known.has(word));
        expect(strange).toEqual([]);
      }),
    );
  });
});
