/** Everything below `/console`: the files of the application, and signing in to it. */
import { codecOf, GatewayError } from '@parley/protocol';
import {
  createExchangeId,
  type GatewayContext,
  respondError,
  toGatewayError,
} from '@parley/core/extension';
import type { IncomingRequest } from '@parley/core/extension';
import type { FileServer } from './files.ts';
import { withConsoleHeaders } from './headers.ts';
import { createSession, deleteSession, showSession } from '../sessions/session-endpoint.ts';
import { beginSignIn, finishSignIn } from '../sessions/sign-in-endpoint.ts';

/** Where the console lies. */
export const consoleBase = '/console';

type Handler = (gateway: GatewayContext, from: IncomingRequest) => Promise<Response>;

/** What is no file, by its path below `/console/` and its methods. */
const handlers = new Map<string, Readonly<Record<string, Handler>>>([
  ['session', { GET: showSession, POST: createSession, DELETE: deleteSession }],
  ['sign-in', { GET: beginSignIn }],
  ['sign-in/callback', { GET: finishSignIn }],
]);

/** Answers a request below `/console`; never rejects. Errors have the shape of the chat endpoints'. */
export async function serveConsole(
  gateway: GatewayContext,
  files: FileServer,
  from: IncomingRequest,
): Promise<Response> {
  const requestId = createExchangeId(gateway.clock.now());
  const path = new URL(from.request.url).pathname.slice(`${consoleBase}/`.length);
  const methods = handlers.get(path) ?? { GET: (_, { request }) => files(request, path) };
  try {
    return withConsoleHeaders(await findHandler(methods, from.request.method)(gateway, from));
  } catch (thrown) {
    const error = toGatewayError(thrown);
    if (error.code === 'internal' || error.code === 'overloaded') {
      gateway.log('error', 'A request of the console failed.', { cause: error.cause });
    }
    const response = respondError(codecOf('openai-chat'), error, requestId);
    if (error.reason === 'method_not_allowed') response.headers.set('allow', allow(methods));
    return withConsoleHeaders(response);
  }
}

/** A `HEAD` request is answered like `GET`; its body is left out later. */
function findHandler(methods: Readonly<Record<string, Handler>>, method: string): Handler {
  const name = method === 'HEAD' ? 'GET' : method;
  const handler = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (handler !== undefined) return handler;
  throw new GatewayError('unsupported', `Use ${allow(methods)} here.`, {
    reason: 'method_not_allowed',
  });
}

function allow(methods: Readonly<Record<string, Handler>>): string {
  return Object.keys(methods)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ');
}
