/**
 * Answers requests that need a web `Request`. It is loaded for the first of them, because Node then loads its `fetch`,
 * which takes 13 MB of memory and 20 ms; model calls do without.
 */
import type { ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { createNodeHost, type NodeServerOptions } from './node-host.ts';
import { unnamedHost } from './node-request.ts';
import { createRefusal } from './refusal.ts';

export type WebListener = ReturnType<typeof getRequestListener>;

export function createWebListener(options: NodeServerOptions): WebListener {
  return getRequestListener(
    (request, { outgoing }) => answer(options, request, outgoing as ServerResponse),
    { hostname: unnamedHost, errorHandler: (error) => explainFailure(options, error) },
  );
}

async function answer(
  options: NodeServerOptions,
  request: Request,
  outgoing: ServerResponse,
): Promise<Response> {
  const host = createNodeHost(options, outgoing);
  const response = await options.gateway.fetch(request, host);
  return host.sink.opened ? RESPONSE_ALREADY_SENT : response;
}

function explainFailure(options: NodeServerOptions, error: unknown): Response {
  if (error instanceof RequestError) return createRefusal('invalid');
  options.onError(error);
  return createRefusal('failed');
}
