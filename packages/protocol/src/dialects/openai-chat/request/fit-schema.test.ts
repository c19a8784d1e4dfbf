import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/value.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { encodeGreeting } from '../testing/requests.ts';

function encode(
  properties: JsonObject,
  schemaSubset: Profile['schemaSubset'],
  more: JsonObject = {},
) {
  const schema = { type: 'object', properties, ...more };
  const { body, notes } = encodeGreeting(
    { tools: [{ kind: 'function', name: 'look', schema }] },
    { schemaSubset },
  );
  const [tool] = body.tools ?? [];
  const sent = tool?.type === 'function' ? tool.function.parameters : undefined;
  return { properties: sent?.['properties'], sent, paths: notes.map(({ path }) => path) };
}

describe('a schema for a server that makes a grammar of it', () => {
  it.each<[JsonObject, JsonObject]>([
    [
      { type: 'string', pattern: '^\\d{4}$', description: 'Year.' },
      { type: 'string', description: 'Year. (pattern: "^\\\\d{4}$")' },
    ],
    [
      { type: 'string', pattern: 'a+' },
      { type: 'string', description: '(pattern: "a+")' },
    ],
    [
      { type: 'string', pattern: '^(?!a)b$' },
      { type: 'string', description: '(pattern: "^(?!a)b$")' },
    ],
    [
      { type: 'string', minLength: 1, maxLength: 65_536 },
      { type: 'string', minLength: 1, description: '(maxLength: 65536)' },
    ],
    [
      { type: 'array', items: { type: 'array', items: true, maxItems: 1000 } },
      { type: 'array', items: { type: 'array', items: {}, description: '(maxItems: 1000)' } },
    ],
    [
      { type: 'object', properties: { any: true }, additionalProperties: false },
      { type: 'object', properties: { any: {} }, additionalProperties: false },
    ],
  ])('has no %j', (given, expected) => {
    expect(encode({ a: given }, 'grammar')).toMatchObject({
      properties: { a: expected },
      paths: ['tools[0].schema'],
    });
  });

  it.each<JsonObject>([
    { type: 'string', pattern: '^[a-z]+(-[a-z]+)*$', maxLength: 60 },
    { type: 'array', items: { type: 'integer', minimum: 0 }, maxItems: 10 },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
  ])('keeps %j', (given) => {
    expect(encode({ a: given }, 'grammar')).toMatchObject({ properties: { a: given }, paths: [] });
  });
});

describe('a schema for Moonshot', () => {
  const text = { type: 'string' };
  const every = ['string', 'number', 'boolean', 'object', 'array', 'null'];
  const anyOf = every.map((type) => ({ type }));

  it.each<[JsonObject, JsonObject]>([
    [{ $ref: '#/$defs/a', description: 'An a.' }, { $ref: '#/$defs/a' }],
    [{ $ref: '#/definitions/a' }, { $ref: '#/$defs/a' }],
    [{ $ref: '#/properties/b' }, { anyOf }],
    [
      { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      {
        anyOf: [
          { type: 'object', required: ['a'] },
          { type: 'object', required: ['b'] },
        ],
      },
    ],
    [{ oneOf: [text, { type: 'null' }] }, { anyOf: [text, { type: 'null' }] }],
    [
      { type: ['string', 'null'], description: 'D', maxLength: 9 },
      { anyOf: [{ type: 'string', maxLength: 9 }, { type: 'null' }], description: 'D' },
    ],
    [{ const: 'x' }, { enum: ['x'] }],
    [{ properties: { c: text } }, { type: 'object', properties: { c: text } }],
    [{ items: text }, { type: 'array', items: text }],
    [{ description: 'Anything.' }, { description: 'Anything.', anyOf }],
  ])('has %j as %j', (given, expected) => {
    const { properties, paths } = encode({ a: given }, 'moonshot');
    expect(properties).toEqual({ a: expected });
    expect(paths).toEqual(['tools[0].schema']);
  });

  it('has its definitions where references find them', () => {
    const { sent } = encode({ a: { $ref: '#/definitions/a' } }, 'moonshot', {
      definitions: { a: { type: ['string', 'null'] } },
    });
    expect(sent).toMatchObject({
      properties: { a: { $ref: '#/$defs/a' } },
      $defs: { a: { anyOf: [text, { type: 'null' }] } },
    });
    expect(sent).not.toHaveProperty('definitions');
  });

  it('stays as it is if it is within the part that the service accepts', () => {
    const given = { a: { enum: ['x', 'y'] }, b: { anyOf: [text, { type: 'array', items: text }] } };
    expect(encode(given, 'moonshot')).toMatchObject({ properties: given, paths: [] });
  });

  it('comes with names that begin with no digit', () => {
    const { body, names } = encodeGreeting(
      { tools: [{ kind: 'function', name: '21st_magic' }] },
      { schemaSubset: 'moonshot' },
    );
    const [tool] = body.tools ?? [];
    const name = tool?.type === 'function' ? tool.function.name : '';
    expect(name).toMatch(/^_21st_magic/);
    expect(names.toCaller(name)).toBe('21st_magic');
  });
});

it('the output follows the schema that the upstream accepts', () => {
  const schema = { type: 'object', properties: { a: { type: 'string', pattern: '\\d' } } };
  const { body, paths } = encodeGreeting(
    { outputFormat: { type: 'schema', schema } },
    { schemaSubset: 'grammar' },
  );
  expect(JSON.stringify(body.response_format)).not.toContain('"pattern"');
  expect(paths).toEqual(['outputFormat.schema']);
});

it('alternatives at the root of a tool are joined, because upstreams reject them', () => {
  const { properties, sent, paths } = encode({}, 'all', {
    anyOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'string' } } }],
  });
  expect(properties).toEqual({ a: { type: 'string' }, b: { type: 'string' } });
  expect(sent).not.toHaveProperty('anyOf');
  expect(paths).toEqual(['tools[0].schema']);
});
