/** Everything below `/console`: the files of the application. */
import { codecOf, GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import { respondError } from '../../error-response.ts';
import { createExchangeId } from '../../ids.ts';
import type { FileServer } from './files.ts';
import { withConsoleHeaders } from './headers.ts';

/** Where the console lies. */
export const consoleBase = '/console';

/** Answers a request below `/console`; never rejects. Errors have the shape of the chat endpoints'. */
export async function serveConsole(
  gateway: GatewayContext,
  files: FileServer,
  request: Request,
): Promise<Response> {
  const requestId = createExchangeId(gateway.clock.now());
  try {
    return withConsoleHeaders(await answer(files, request));
  } catch (thrown) {
    const error = GatewayError.from(thrown);
    if (error.code === 'internal') {
      gateway.log('error', 'A request of the console failed.', { cause: error.cause });
    }
    const response = respondError(codecOf('openai-chat'), error, requestId);
    if (error.reason === 'method_not_allowed')
      response.headers.set('allow', fileMethods.join(', '));
    return withConsoleHeaders(response);
  }
}

const fileMethods: readonly string[] = ['GET', 'HEAD'];

function answer(files: FileServer, request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.slice(`${consoleBase}/`.length);
  if (fileMethods.includes(request.method)) return files(request, path);
  throw new GatewayError('unsupported', 'Use GET or HEAD for the files of the console.', {
    reason: 'method_not_allowed',
  });
}
