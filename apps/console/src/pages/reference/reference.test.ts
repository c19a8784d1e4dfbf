import { expect, test } from 'vitest';
import { groupOperations, listOperations, type ApiDocument, type Schema } from './document.ts';
import { fillPath } from './example.ts';
import { listFields, typeOf, writeExample } from './schema-fields.ts';

const schemas = {
  Tree: {
    type: 'object',
    properties: { name: { type: 'string' }, branches: { type: 'array', items: ref('Tree') } },
    required: ['name'],
  },
} as const;

function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

test('a recursive schema is listed once', () => {
  expect(listFields(ref('Tree'), schemas).map(({ path, type }) => [path, type])).toEqual([
    ['name', 'string'],
    ['branches', 'array of object'],
  ]);
});

test('nested fields follow their parent, with limits and required marks', () => {
  const schema: Schema = {
    type: 'object',
    required: ['limits'],
    properties: {
      limits: {
        anyOf: [
          { type: 'null' },
          {
            type: 'object',
            properties: { rate: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } },
          },
        ],
      },
      role: { enum: ['admin', 'viewer'], default: 'viewer', type: 'string' },
      headers: { type: 'object', additionalProperties: { type: 'string' } },
    },
  };
  const rows = listFields(schema, {});
  expect(rows.map((row) => [row.path, row.depth, row.type, row.isRequired, row.limits])).toEqual([
    ['limits', 0, 'null | object', true, []],
    ['limits.rate', 1, 'integer', false, ['≥ 1']],
    ['role', 0, 'string', false, ['"admin", "viewer"', '= "viewer"']],
    ['headers', 0, 'map of string', false, []],
  ]);
  expect(writeExample(schema, {})).toEqual({ limits: null, role: 'viewer' });
});

test('a schema without a type is any', () => {
  expect(typeOf({}, {})).toBe('any');
  expect(typeOf({ type: ['string', 'null'] }, {})).toBe('string | null');
});

const document: ApiDocument = {
  components: { schemas },
  paths: {
    '/v1/models/{id}': { get: { operationId: 'model', security: [{}], summary: 'Show a model' } },
    '/admin/v1/keys': {
      get: {
        operationId: 'keys',
        tags: ['Keys'],
        summary: 'List keys',
        parameters: [{ name: 'limit', in: 'query' }],
      },
    },
    '/healthz': { get: { operationId: 'health' } },
  },
};

test('operations are grouped and found by any word', () => {
  const operations = listOperations(document);
  expect(operations.map(({ caller }) => caller)).toEqual(['key', 'admin', 'public']);
  expect([...groupOperations(operations, '').keys()]).toContain('Keys');
  const found = groupOperations(operations, 'list KEYS');
  expect([...found.values()].flat().map(({ id }) => id)).toEqual(['keys']);
});

test('a path keeps the slashes and colons of models, and omits empty parameters', () => {
  const [model, keys] = listOperations(document);
  if (model === undefined || keys === undefined) throw new Error('Two operations were expected.');
  expect(fillPath(model, () => 'demo/a b:go')).toBe('/v1/models/demo/a%20b:go');
  expect(fillPath(keys, () => '')).toBe('/admin/v1/keys');
  expect(fillPath(keys, () => '5')).toBe('/admin/v1/keys?limit=5');
});
