/** The types of an endpoint and its handler; the table is in `endpoints.ts`. */
import type { DialectId } from '@parley/protocol';
import type { GatewayContext, IncomingRequest } from '../context.ts';
import type { HttpRequest } from '../ports.ts';

/** A request to one endpoint. */
export interface EndpointCall extends IncomingRequest<HttpRequest> {
  readonly gateway: GatewayContext;
  readonly endpoint: Endpoint;
  /** The path that the request means, percent-decoded but for `%25` and what separates segments. */
  readonly path: string;
  /** The call name, where the path states it instead of the body. */
  readonly callName: string | undefined;
  /** The last variable part of the path, decoded; empty where the path has none. */
  readonly id: string;
}

/**
 * Responds to a request; `undefined` when it has written to the sink of the host. A thrown `GatewayError` is written
 * in the dialect of the path.
 */
export type Handler = (call: EndpointCall) => Response | undefined | Promise<Response | undefined>;

/** Who may call an endpoint: everybody, or clients with an API key. There is no default. */
export type Policy = 'public' | 'key';

/** What an endpoint is, without its handler. */
export interface EndpointDescription {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The path, in the syntax of Hono. */
  readonly path: string;
  readonly policy: Policy;
  /** The dialect of the endpoint's errors. */
  readonly dialect: DialectId;
}

/** One endpoint of core, and what responds to its requests. */
export interface Endpoint extends EndpointDescription {
  readonly handle: Handler;
}
