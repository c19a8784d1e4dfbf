/** Decides which requests open a WebSocket, and who may; used by the gateway. */
import { codecOf } from '@parley/protocol';
import type { GatewayContext, IncomingRequest } from '../../context.ts';
import { identifyCaller } from '../../pipeline/request/caller.ts';
import { createExchangeId } from '../../pipeline/request/exchange-id.ts';
import { encodeErrorResponse } from '../../pipeline/response/error-response.ts';
import { errorForClient } from '../../pipeline/response/repeating-clients.ts';
import type { AcceptedSocket, HttpRequest, WholeResponse } from '../../ports.ts';
import { createPathReader, type EndpointPath } from '../endpoint-path.ts';
import { endpoints } from '../endpoints.ts';
import { readThrown } from '../read-thrown.ts';
import { namesHostAlone } from '../request-url.ts';
import { keepHeaders } from './message-request.ts';
import { SocketSession } from './session.ts';

const { path: socketPath, dialect } = endpoints.responseSocket;
const readPath = createPathReader([socketPath]);

/** A key of RFC 6455: 16 bytes in base64. */
const socketKey = /^[A-Za-z\d+/]{22}==$/;

/** Whether a request opens a WebSocket of an endpoint, by a valid handshake. */
export function opensSocket(request: HttpRequest): boolean {
  const { method, url, headers } = request;
  if (method !== 'GET' || headers.get('upgrade')?.toLowerCase() !== 'websocket') return false;
  const isValid =
    headers.get('sec-websocket-version') === '13' &&
    socketKey.test(headers.get('sec-websocket-key') ?? '');
  return isValid && namesHostAlone(request) && findPath(url)?.path === socketPath;
}

function findPath(url: string): EndpointPath | undefined {
  return URL.canParse(url) ? readPath(new URL(url).pathname) : undefined;
}

/**
 * Accepts a WebSocket, or refuses it as a POST request with the same headers would be. A key must be in a header:
 * browsers open a WebSocket for any page, with the cookies of the gateway's own.
 */
export async function acceptSocket(
  gateway: GatewayContext,
  { request, host }: IncomingRequest<HttpRequest>,
): Promise<AcceptedSocket | WholeResponse> {
  const { url } = request;
  try {
    gateway.gate.checkOpen();
    await identifyCaller(gateway, { request, host }, { findKey: async () => undefined });
    gateway.sockets.checkRoom();
  } catch (thrown) {
    const id = createExchangeId(gateway.clock.now());
    const error = errorForClient(readThrown(gateway, thrown), request);
    return encodeErrorResponse(codecOf(dialect), error, id);
  }
  const headers = keepHeaders(request.headers);
  const { callName } = findPath(url) ?? {};
  return {
    maximumBytes: gateway.limits.requestBytes,
    open(socket) {
      const handshake = { url, headers, host, path: socketPath, dialect, callName };
      const session = new SocketSession(gateway, handshake, socket);
      gateway.sockets.add(session);
      return session;
    },
  };
}
