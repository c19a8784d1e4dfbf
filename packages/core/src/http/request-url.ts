/** Completes and checks the URL of a request whose host passes it as it came; used by the gateway. */
import { GatewayError } from '@parley/protocol';
import type { HttpRequest } from '../ports.ts';

/** What no host contains, and what would end it within a URL. */
const afterHost = /[/\\?#@]/;

/** Whether the header `host` is no more than a host: Deno writes it into the URL, where it could name another path. */
export function namesHostAlone({ headers }: Pick<HttpRequest, 'headers'>): boolean {
  return !afterHost.test(headers.get('host') ?? '');
}

/**
 * Returns the request with an absolute URL. Bun passes the path alone when the client names no host, as HTTP/1.0
 * permits, or no valid one; Deno passes an invalid one within the URL.
 * @throws GatewayError `invalid-request` when a URL cannot have the host or the path
 */
export function withAbsoluteUrl(request: Request): Request {
  const { url } = request;
  const absolute = url.startsWith('/') ? `http://localhost${url}` : url;
  if (!namesHostAlone(request) || !URL.canParse(absolute)) {
    throw new GatewayError('invalid-request', 'The address or the host header is invalid.', {
      reason: 'invalid_address',
    });
  }
  return absolute === url ? request : new Request(absolute, request);
}
