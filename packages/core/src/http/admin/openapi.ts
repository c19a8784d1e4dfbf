import type { JsonObject, JsonValue } from '@parley/protocol';
import { endpoints, type Endpoint } from '../../endpoints.ts';
import type { AdminEndpoint } from './endpoint.ts';
import { apiEndpoints, bases } from './endpoints.ts';
import {
  describeEndpoint,
  describeParameters,
  callerSchemes,
  toTemplate,
} from './openapi-endpoint.ts';
import { describeViews, errorSchema } from './openapi-schemas.ts';

/** The description of everything, which is an endpoint of the admin API itself. */
export function createDescription(version: string): AdminEndpoint {
  const self: AdminEndpoint = {
    audience: 'operator',
    method: 'GET',
    path: '/openapi.json',
    summary: 'Describe everything that Parley serves',
    status: 200,
    run: async () => describeApi(version, [...apiEndpoints, self]),
  };
  return self;
}

/** Made of what checks the requests. */
function describeApi(version: string, described: readonly AdminEndpoint[]): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version,
      description: 'One endpoint for every chat model, and its administration.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths: { ...describeDataPaths(), ...describeAdminPaths(described) },
    components: {
      schemas: { ...describeViews(described), Error: errorSchema },
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A key, sk-parley-…' },
        keyHeader: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        googleKeyHeader: { type: 'apiKey', in: 'header', name: 'x-goog-api-key' },
        admin: { type: 'http', scheme: 'bearer', description: 'An admin token, parley-admin-…' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'parley_session',
          description: 'A session of the console; over https its name begins with __Host-.',
        },
        console: {
          type: 'apiKey',
          in: 'header',
          name: 'parley-console',
          description:
            'Always 1. Without it the cookie is ignored, as no foreign page can send it.',
        },
        chosenKey: {
          type: 'apiKey',
          in: 'header',
          name: 'parley-key',
          description: 'The id of the key that a call of a session runs as.',
        },
      },
    },
  };
}

type Paths = Record<string, Record<string, JsonValue>>;

/** The paths that callers with keys use: their bodies are those of the vendors' formats. */
function describeDataPaths(): JsonObject {
  const paths: Paths = {};
  for (const [name, { method, path, policy, dialect }] of Object.entries<Endpoint>(endpoints)) {
    const operation: JsonObject = {
      operationId: name,
      summary: `Errors and bodies in the ${dialect} format`,
      security: policy === 'key' ? [...callerSchemes] : [],
      ...describeParameters(path),
      responses: { 200: { description: 'An answer in the format of the endpoint.' } },
    };
    (paths[toTemplate(path)] ??= {})[method.toLowerCase()] = operation;
  }
  return paths;
}

function describeAdminPaths(described: readonly AdminEndpoint[]): JsonObject {
  const paths: Paths = {};
  for (const endpoint of described) {
    const path = `${bases[endpoint.audience]}${toTemplate(endpoint.path)}`;
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = describeEndpoint(endpoint);
  }
  return paths;
}
