/** What an endpoint is and what its handler gets; the table is in `endpoints.ts`. */
import type { DialectId } from '@parley/protocol';
import type { GatewayContext, IncomingRequest } from '../context.ts';

/** A request at one endpoint. */
export interface EndpointCall extends IncomingRequest {
  readonly gateway: GatewayContext;
  readonly endpoint: Endpoint;
  /** The last variable part of the path, decoded; empty where the path has none. */
  readonly id: string;
}

/** Answers a request. It may throw a `GatewayError`, which is then written in the dialect of the path. */
export type Handler = (call: EndpointCall) => Response | Promise<Response>;

/** Who may call an endpoint: everybody, or whoever has a key. There is no default. */
export type Policy = 'public' | 'key';

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** A path as hono writes it. */
  readonly path: string;
  readonly policy: Policy;
  /** The dialect that writes this endpoint's errors. */
  readonly dialect: DialectId;
  readonly handle: Handler;
}
