import type { JsonObject, JsonValue } from '@parley/protocol';
import type { AdminEndpoint } from '../shared/endpoint.ts';
import { apiEndpoints, bases } from '../http/endpoints.ts';
import { describeCalls } from './calls.ts';
import { describeEndpoint, toTemplate } from './operation.ts';
import { tags } from './names.ts';
import { describeViews, errorSchema } from './components.ts';
import { securitySchemes } from './security.ts';

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
      description:
        'One endpoint for every chat model, and its administration. Money is a decimal text in dollars, ' +
        'a moment is a text of RFC 3339. A list goes on with its `next` as `after`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: [...tags],
    paths: { ...describeCalls(), ...describeAdminPaths(described) },
    components: {
      schemas: { ...describeViews(described), Error: errorSchema },
      securitySchemes,
    },
  };
}

function describeAdminPaths(described: readonly AdminEndpoint[]): JsonObject {
  const paths: Record<string, Record<string, JsonValue>> = {};
  for (const endpoint of described) {
    const path = `${bases[endpoint.audience]}${toTemplate(endpoint.path)}`;
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = describeEndpoint(endpoint);
  }
  return paths;
}
