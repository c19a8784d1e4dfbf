import type { JsonObject } from '@parley/protocol';
import type * as z from 'zod';
import type { AdminEndpoint } from '../shared/endpoint.ts';
import { querySchema } from '../shared/input.ts';
import { operationIdOf, tagOf } from './names.ts';
import { toSchema } from './components.ts';
import { securityOf } from './security.ts';

/** One operation of the document. */
export function describeEndpoint(endpoint: AdminEndpoint): JsonObject {
  const { audience, path, summary, description, status } = endpoint;
  return {
    operationId: operationIdOf(endpoint),
    tags: [tagOf(endpoint)],
    summary,
    ...(description !== undefined && { description }),
    security: [...securityOf[audience]],
    ...describeParameters(path, querySchema(endpoint)),
    ...describeBody(endpoint),
    responses: {
      [status]: describeAnswer(endpoint),
      default: {
        description: 'What went wrong.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function describeBody({ body, example }: AdminEndpoint): JsonObject {
  if (body === undefined) return {};
  const content = { schema: toSchema(body), ...(example && { example }) };
  const required = !body.safeParse({}).success;
  return { requestBody: { required, content: { 'application/json': content } } };
}

const idDescription = 'As lists and answers tell it; a slash within it as %2F.';

export function describeParameters(path: string, query?: z.ZodObject): JsonObject {
  const named = path.includes(':id')
    ? [
        {
          name: 'id',
          in: 'path',
          required: true,
          description: idDescription,
          schema: { type: 'string' },
        },
      ]
    : [];
  const asked = Object.entries<z.ZodType>(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !schema.safeParse(undefined).success,
    ...splitDescription(toSchema(schema)),
  }));
  const parameters: JsonObject[] = [...named, ...asked];
  return parameters.length === 0 ? {} : { parameters };
}

/** Readers look for it beside the name of a parameter, not within its schema. */
function splitDescription({ description, ...schema }: JsonObject): JsonObject {
  return { ...(description !== undefined && { description }), schema };
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
