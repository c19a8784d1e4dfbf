import type { JsonObject } from '@parley/protocol';
import type * as z from 'zod';
import type { AdminEndpoint } from './endpoint.ts';
import { querySchema } from './input.ts';
import { toSchema } from './openapi-schemas.ts';

/** The ways in which a key is shown. */
const keySchemes: readonly JsonObject[] = [{ key: [] }, { keyHeader: [] }, { googleKeyHeader: [] }];

/** A call of an endpoint of the data plane by a session names the key that it runs as. */
export const callerSchemes: readonly JsonObject[] = [
  ...keySchemes,
  { session: [], console: [], chosenKey: [] },
];

/** What stands together in one entry is sent together. */
const signedIn: JsonObject = { session: [], console: [] };

/** One operation of the document. */
export function describeEndpoint(endpoint: AdminEndpoint): JsonObject {
  const { audience, method, path, summary, description, body, status } = endpoint;
  return {
    operationId: `${method.toLowerCase()}${audience === 'key' ? 'Own' : ''}${toWords(path)}`,
    summary,
    ...(description !== undefined && { description }),
    security: audience === 'operator' ? [{ admin: [] }, signedIn] : [...keySchemes, signedIn],
    ...describeParameters(path, querySchema(endpoint)),
    ...(body && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: { 'application/json': { schema: toSchema(body) } },
      },
    }),
    responses: {
      [status]: describeAnswer(endpoint),
      default: {
        description: 'What went wrong.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

/** `/accounts/:id/top-ups` → `AccountsIdTopUps` */
function toWords(path: string): string {
  const words = toTemplate(path).match(/[A-Za-z]+/g) ?? [];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

export function describeParameters(path: string, query?: z.ZodObject): JsonObject {
  const named = path.includes(':id')
    ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
    : [];
  const asked = Object.entries<z.ZodType>(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !schema.safeParse(undefined).success,
    schema: toSchema(schema),
  }));
  const parameters: JsonObject[] = [...named, ...asked];
  return parameters.length === 0 ? {} : { parameters };
}

function describeAnswer({ answer, list, stream, status }: AdminEndpoint): JsonObject {
  if (status === 204) return { description: 'Done.' };
  if (stream) {
    const content = { 'text/event-stream': { schema: { type: 'string' } } };
    return { description: 'Server-sent events.', content };
  }
  const id = answer?.meta()?.id;
  const schema: JsonObject =
    id === undefined ? { type: 'object' } : { $ref: `#/components/schemas/${id}` };
  if (list === undefined) {
    return { description: 'The answer.', content: { 'application/json': { schema } } };
  }
  const page: JsonObject = {
    type: 'object',
    properties: {
      object: { const: 'list' },
      data: { type: 'array', items: schema },
      next: { type: ['string', 'null'], description: 'Where the list goes on.' },
    },
    required: ['object', 'data', 'next'],
    additionalProperties: false,
  };
  const csv = { schema: { type: 'string' } };
  return {
    description: 'A list.',
    content: { 'application/json': { schema: page }, 'text/csv': csv },
  };
}

/** `/keys/:id{.+}` → `/keys/{id}` */
export function toTemplate(path: string): string {
  return path.replace(/:(\w+)(?:\{[^}]*\})?/g, '{$1}');
}
