/** The OpenAPI 3.1 document of every endpoint, and the endpoint `/admin/v1/openapi.json` that returns it. */
import type { JsonObject, JsonValue } from '@parley/protocol';
import { basePaths, type AdminEndpoint } from '../shared/endpoint.ts';
import { describeModelPaths } from './model-paths.ts';
import { errorSchema, describeViews, securitySchemes } from './components.ts';
import { describeOperation, toTemplate } from './operation.ts';
import { findReader } from '../shared/etag.ts';
import { tags } from './names.ts';

/** @param endpoints the other endpoints of this package */
export function createOpenapiEndpoint(
  version: string,
  endpoints: readonly AdminEndpoint[],
): AdminEndpoint {
  const self: AdminEndpoint = {
    audience: 'operator',
    method: 'GET',
    path: '/openapi.json',
    summary: 'Get the OpenAPI document of this gateway',
    status: 200,
    run: async () => describeApi(version, [...endpoints, self]),
  };
  return self;
}

/** Made from the schemas that validate the requests. */
function describeApi(version: string, endpoints: readonly AdminEndpoint[]): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version,
      description:
        'A gateway for chat models, and its administration. Amounts of money are decimal texts in dollars; ' +
        'points in time are RFC 3339 texts. To get the next page of a list, send its `next` as `after`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: [...tags],
    paths: { ...describeModelPaths(), ...describeEndpoints(endpoints) },
    components: {
      schemas: { ...describeViews(endpoints), Error: errorSchema },
      securitySchemes,
    },
  };
}

function describeEndpoints(endpoints: readonly AdminEndpoint[]): JsonObject {
  const paths: Record<string, Record<string, JsonValue>> = {};
  for (const endpoint of endpoints) {
    const path = `${basePaths[endpoint.audience]}${toTemplate(endpoint.path)}`;
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = describeOperation(
      endpoint,
      findReader(endpoints, endpoint) !== undefined,
    );
  }
  return paths;
}
