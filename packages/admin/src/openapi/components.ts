import type { JsonObject } from '@parley/protocol';
import * as z from 'zod';
import type { AdminEndpoint } from '../shared/endpoint.ts';

export const errorSchema: JsonObject = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        message: { type: 'string' },
        type: { type: 'string' },
        param: { type: ['string', 'null'], description: 'The field that is wrong.' },
        code: { type: ['string', 'null'], description: 'A word that stays the same.' },
      },
      required: ['message', 'type', 'param', 'code'],
    },
    request_id: { type: 'string' },
  },
  required: ['error', 'request_id'],
};

/** Every answer's schema under its own name. */
export function describeViews(endpoints: readonly AdminEndpoint[]): JsonObject {
  const registry = z.registry<{ id: string }>();
  for (const { answer } of endpoints) {
    const id = answer?.meta()?.id;
    if (answer !== undefined && id !== undefined && !registry.has(answer)) {
      registry.add(answer, { id });
    }
  }
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, withoutIdentity(schema as JsonObject)]),
  );
}

/** What a caller may send. */
export function toSchema(schema: z.ZodType): JsonObject {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return withoutIdentity(described as JsonObject);
}

/** Parts of a document say neither where they lie nor in which dialect of JSON Schema they are. */
function withoutIdentity({ $schema: _, $id: __, ...schema }: JsonObject): JsonObject {
  return schema;
}
