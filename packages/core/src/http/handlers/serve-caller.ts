/** Runs endpoints with an API key that call no model, such as the list of models. */
import { codecOf, type JsonObject } from '@parley/protocol';
import {
  identifyCaller,
  type Caller,
  type IdentifyOptions,
} from '../../pipeline/request/caller.ts';
import { respondError } from '../../pipeline/response/error-response.ts';
import { createExchangeId } from '../../pipeline/request/exchange-id.ts';
import type { EndpointCall } from '../endpoint.ts';
import { readThrown } from '../read-thrown.ts';
import { dialectOf } from '../request-dialect.ts';

/** JSON, a response, or `undefined` for one that was written to the sink of the host. */
type Served = JsonObject | Response | undefined;

/**
 * Authenticates the client and responds with the result of `serve` as JSON, or with its response. Errors are written in
 * the dialect of the path.
 */
export async function serveCaller(
  call: EndpointCall,
  serve: (caller: Caller, url: URL) => Served | Promise<Served>,
  options: Omit<IdentifyOptions, 'takesKeyInQuery'> = {},
): Promise<Response | undefined> {
  const { gateway, request } = call;
  const id = createExchangeId(gateway.clock.now());
  const url = new URL(request.url);
  const codec = codecOf(dialectOf(call.path, request));
  const { takesKeyInQuery } = codec.wire;
  try {
    const caller = await identifyCaller(gateway, call, { ...options, takesKeyInQuery });
    const body = await serve(caller, url);
    if (body === undefined || body instanceof Response) return body;
    const headers = { 'cache-control': 'no-store', 'x-request-id': id, 'request-id': id };
    return Response.json(body, { headers });
  } catch (thrown) {
    return respondError(codec, readThrown(gateway, thrown), id);
  }
}
