/** Responds to requests for paths and methods that no endpoint of the admin API or of key holders has. */
import { codecOf, GatewayError } from '@parley/protocol';
import {
  createExchangeId,
  createUnknownEndpointError,
  respondError,
  showPath,
} from '@parley/core/extension';
import { basePaths, type AdminEndpoint } from '../shared/endpoint.ts';
import type { AdminContext } from './context.ts';

/** The whole path of an endpoint, as a route. */
export function routeOf({ audience, path }: AdminEndpoint): string {
  return `${basePaths[audience]}${path}`;
}

/** Whether the APIs below a path exist: without an admin token there is no admin API. */
export async function isServed({ tokens }: AdminContext, path: string): Promise<boolean> {
  if (path.startsWith(`${basePaths.key}/`)) return true;
  return path.startsWith(`${basePaths.operator}/`) && (await tokens.anyExists());
}

/** The error names the endpoint that is nearest to the path. */
export function refusePath(
  gateway: AdminContext,
  endpoints: readonly AdminEndpoint[],
  request: Request,
): Response {
  const candidates = endpoints.map((endpoint) => showPath(routeOf(endpoint)));
  return respond(gateway, createUnknownEndpointError(request, { candidates }));
}

/** @param methods those of the endpoints with the path */
export function refuseMethod(gateway: AdminContext, methods: readonly string[]): Response {
  const allowed = methods.join(', ');
  const message = `Use ${allowed} on this endpoint.`;
  const error = new GatewayError('unsupported', message, { reason: 'method_not_allowed' });
  const response = respond(gateway, error);
  response.headers.set('allow', allowed);
  return response;
}

function respond({ clock }: AdminContext, error: GatewayError): Response {
  return respondError(codecOf('openai-chat'), error, createExchangeId(clock.now()));
}
