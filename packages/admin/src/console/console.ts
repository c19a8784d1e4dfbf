/** Serves `/console`: the files of the application, and the endpoints that sign its users in. */
import { codecOf, GatewayError } from '@parley/protocol';
import {
  createExchangeId,
  type ExtensionContext,
  type IncomingRequest,
  respondError,
  toGatewayError,
} from '@parley/core/extension';
import { createSession, deleteSession, showSession } from '../sessions/session-endpoint.ts';
import { beginSignIn, finishSignIn } from '../sessions/sign-in-endpoint.ts';
import type { FileServer } from './files.ts';
import { addConsoleHeaders } from './headers.ts';

/** The path prefix of the console. */
export const consoleBase = '/console';

type Handler = (gateway: ExtensionContext, incoming: IncomingRequest) => Promise<Response>;

/** The endpoints, by their path below `/console/` and their method; every other path is a file. */
const handlers = new Map<string, Readonly<Record<string, Handler>>>([
  ['session', { GET: showSession, POST: createSession, DELETE: deleteSession }],
  ['sign-in', { GET: beginSignIn }],
  ['sign-in/callback', { GET: finishSignIn }],
]);

/** Sends a browser that opens the base URL to the console; `undefined` for a client that does not ask for a page. */
export function redirectBrowser({ headers }: Request): Response | undefined {
  if (headers.get('accept')?.includes('text/html') !== true) return undefined;
  return new Response(null, {
    status: 302,
    headers: { location: consoleBase, 'cache-control': 'no-store', vary: 'accept' },
  });
}

/** Serves a request below `/console`; never rejects. Errors have the format of chat completions. */
export async function serveConsole(
  gateway: ExtensionContext,
  files: FileServer,
  incoming: IncomingRequest,
): Promise<Response> {
  const requestId = createExchangeId(gateway.clock.now());
  const path = new URL(incoming.request.url).pathname.slice(`${consoleBase}/`.length);
  const methods = handlers.get(path) ?? { GET: (_, { request }) => files(request, path) };
  try {
    const handler = findHandler(methods, incoming.request.method);
    return addConsoleHeaders(await handler(gateway, incoming));
  } catch (thrown) {
    const error = toGatewayError(thrown);
    if (error.code === 'internal' || error.code === 'overloaded') {
      gateway.log('error', 'A request of the console failed.', { cause: error.cause });
    }
    const response = respondError(codecOf('openai-chat'), error, requestId);
    if (error.reason === 'method_not_allowed') response.headers.set('allow', allow(methods));
    return addConsoleHeaders(response);
  }
}

/** `HEAD` uses the handler of `GET`; the body is removed later. */
function findHandler(methods: Readonly<Record<string, Handler>>, method: string): Handler {
  const name = method === 'HEAD' ? 'GET' : method;
  const handler = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (handler !== undefined) return handler;
  throw new GatewayError('unsupported', `This path allows only ${allow(methods)}.`, {
    reason: 'method_not_allowed',
  });
}

function allow(methods: Readonly<Record<string, Handler>>): string {
  return Object.keys(methods)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ');
}
