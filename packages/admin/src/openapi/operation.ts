/** One operation of the OpenAPI document, made from the description of an endpoint. */
import { omitUndefined } from '@parley/protocol';
import type { JsonObject } from '@parley/protocol';
import type * as z from 'zod';
import type { AdminEndpoint } from '../shared/endpoint.ts';
import { querySchema } from '../shared/input.ts';
import { operationIdOf, tagOf } from './names.ts';
import { securityOf, toSchema } from './components.ts';

/** @param isConditional whether the endpoint compares entity tags */
export function describeOperation(endpoint: AdminEndpoint, isConditional: boolean): JsonObject {
  const { audience, path, summary, description, status } = endpoint;
  return {
    operationId: operationIdOf(endpoint),
    tags: [tagOf(endpoint)],
    summary,
    ...omitUndefined({ description }),
    security: [...securityOf[audience]],
    ...describeParameters(path, querySchema(endpoint), isConditional ? conditionsOf(endpoint) : []),
    ...describeBody(endpoint),
    responses: {
      [status]: describeResponse(endpoint),
      default: {
        description: 'An error.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function describeBody({ body, example }: AdminEndpoint): JsonObject {
  if (body === undefined) return {};
  const content = omitUndefined({ schema: toSchema(body), example });
  const required = !body.safeParse({}).success;
  return { requestBody: { required, content: { 'application/json': content } } };
}

const idDescription = 'The `id` or `name` of the object; write a slash in it as %2F.';

function conditionsOf({ method }: AdminEndpoint): readonly JsonObject[] {
  const schema = { type: 'string' };
  const match: JsonObject = {
    name: 'if-match',
    in: 'header',
    required: false,
    description:
      'The `etag` that was read: nothing is changed (412) if somebody else changed it since.',
    schema,
  };
  const none: JsonObject = {
    name: 'if-none-match',
    in: 'header',
    required: false,
    description: 'With `*`, nothing is replaced (412): only a new one is created.',
    schema,
  };
  return method === 'PUT' ? [match, none] : [match];
}

/** @param headers the header parameters */
export function describeParameters(
  path: string,
  query?: z.ZodObject,
  headers: readonly JsonObject[] = [],
): JsonObject {
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: idDescription,
    schema: { type: 'string' },
  }));
  const queried = Object.entries<z.ZodType>(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !schema.safeParse(undefined).success,
    ...splitDescription(toSchema(schema)),
  }));
  const parameters: JsonObject[] = [...named, ...queried, ...headers];
  return parameters.length === 0 ? {} : { parameters };
}

/** Moves the description from the schema of a parameter to the parameter itself. */
function splitDescription({ description, ...schema }: JsonObject): JsonObject {
  return omitUndefined({ description, schema });
}

function describeResponse({ response, list, stream, status }: AdminEndpoint): JsonObject {
  if (status === 204) return { description: 'Done.' };
  if (stream) {
    const content = { 'text/event-stream': { schema: { type: 'string' } } };
    return { description: 'Server-sent events.', content };
  }
  const id = response?.meta()?.id;
  const schema: JsonObject =
    id === undefined ? { type: 'object' } : { $ref: `#/components/schemas/${id}` };
  if (list === undefined) {
    const headers = { etag: { description: 'As the field `etag`.', schema: { type: 'string' } } };
    return {
      description: 'The response.',
      ...(response?.shape['etag'] !== undefined && { headers }),
      content: { 'application/json': { schema } },
    };
  }
  const page: JsonObject = {
    type: 'object',
    properties: {
      object: { const: 'list' },
      data: { type: 'array', items: schema },
      next: {
        type: ['string', 'null'],
        description: '`after` of the next page; null on the last page.',
      },
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
