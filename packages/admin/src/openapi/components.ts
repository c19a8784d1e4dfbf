/** The components of the OpenAPI document: the schemas of responses and errors, and the security schemes. */
import type { JsonObject } from '@parley/protocol';
import * as z from 'zod';
import type { AdminEndpoint, Audience } from '../shared/endpoint.ts';

export const errorSchema: JsonObject = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        message: { type: 'string' },
        type: { type: 'string' },
        param: { type: ['string', 'null'], description: 'The path of the wrong field.' },
        code: { type: ['string', 'null'], description: 'A stable identifier of the error.' },
      },
      required: ['message', 'type', 'param', 'code'],
    },
    request_id: { type: 'string' },
  },
  required: ['error', 'request_id'],
};

/** The schemas of all responses, by the `id` of their metadata. */
export function describeViews(endpoints: readonly AdminEndpoint[]): JsonObject {
  const registry = z.registry<{ id: string }>();
  for (const { response } of endpoints) {
    const id = response?.meta()?.id;
    if (response !== undefined && id !== undefined && !registry.has(response)) {
      registry.add(response, { id });
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

/** The JSON Schema of an input. */
export function toSchema(schema: z.ZodType): JsonObject {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return withoutIdentity(described as JsonObject);
}

/** Schemas inside a document need neither `$schema` nor `$id`. */
function withoutIdentity({ $schema: _, $id: __, ...schema }: JsonObject): JsonObject {
  return schema;
}

export const securitySchemes: JsonObject = {
  key: { type: 'http', scheme: 'bearer', description: 'An API key, sk-parley-…' },
  keyHeader: { type: 'apiKey', in: 'header', name: 'x-api-key' },
  googleKeyHeader: { type: 'apiKey', in: 'header', name: 'x-goog-api-key' },
  azureKeyHeader: { type: 'apiKey', in: 'header', name: 'api-key' },
  admin: { type: 'http', scheme: 'bearer', description: 'An admin token, parley-admin-…' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'parley_session',
    description: 'A session of the console; over https the name of the cookie begins with __Host-.',
  },
  console: {
    type: 'apiKey',
    in: 'header',
    name: 'parley-console',
    description:
      'Always 1. Without this header the cookie is ignored, because a page of another site cannot send it.',
  },
  chosenKey: {
    type: 'apiKey',
    in: 'header',
    name: 'parley-key',
    description: 'The id of the key that a session uses for the call.',
  },
};

const keySchemes: readonly JsonObject[] = [
  { key: [] },
  { keyHeader: [] },
  { googleKeyHeader: [] },
  { azureKeyHeader: [] },
];

/** How model endpoints authenticate; the schemes of one entry are sent together. */
export const callerSecurity: readonly JsonObject[] = [
  ...keySchemes,
  { session: [], console: [], chosenKey: [] },
];

/** How the endpoints of each audience authenticate. */
export const securityOf: Readonly<Record<Audience, readonly JsonObject[]>> = {
  operator: [{ admin: [] }, { session: [], console: [] }],
  key: [...keySchemes, { session: [], console: [] }],
};
