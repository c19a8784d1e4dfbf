/** The upstream transport of the Node entry. */
import {
  UpstreamConnectionError,
  type UpstreamResponse,
  type UpstreamCall,
  type UpstreamTransport,
} from '@parley/core';
import type { Environment } from '@parley/host';
import type { Dispatcher } from 'undici';
import { createAgents, type Agents, type Way } from './agents.ts';
import type { CallSender } from './connection-pool.ts';
import { createConnectionUse, type ConnectionUse } from './connection-use.ts';
import { DispatchHandler, type HeadPromise } from './dispatch-handler.ts';
import { encodeText } from './encode-text.ts';
import { readEnvironmentProxies, type ProxyRule } from './environment-proxies.ts';

/** Settings of the transport. */
export interface UndiciTransportOptions {
  /** Where the proxies are read from; without it, only upstreams with a proxy of their own use one. */
  readonly environment?: Environment;
  /** Milliseconds until a connection must be established; 10,000 by default. */
  readonly connectTimeout?: number;
  /** Milliseconds that an idle connection is kept; 30,000 by default. */
  readonly keepAliveTimeout?: number;
  /** Maximum bytes of a response head; 65,536 by default. */
  readonly maxHeaderSize?: number;
  /** Whether responses report if their connection was reused, which costs some time per call. */
  readonly watchesReuse?: boolean;
}

/**
 * Calls upstreams through undici's dispatcher, which is much cheaper than the built-in `fetch`, because
 * there is no web stream between socket and reader.
 *
 * Core has every time-out except the one for connecting, so those of undici are off. When the upstream has
 * closed a reused connection before the first byte of the response, and at once, the call is sent once more on
 * a new connection. After an abort, the reason of the signal is thrown.
 * @throws ConfigurationError when the environment names a proxy that is no HTTP URL
 */
export function createUndiciTransport(options: UndiciTransportOptions = {}): UpstreamTransport {
  const agents = createAgents({
    connectTimeout: options.connectTimeout ?? 10_000,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: options.keepAliveTimeout ?? 30_000,
    maxHeaderSize: options.maxHeaderSize ?? 64 * 1024,
  });
  const addressOf = createAddressReader(readEnvironmentProxies(options.environment ?? {}));
  const use = options.watchesReuse === true ? createConnectionUse() : undefined;
  return {
    send(call) {
      const address = addressOf(call.url);
      const { keeping, single } = agents.of(findWay(call, address));
      const sending = encodeCall(call, address, use);
      return new Promise((resolve, reject) => {
        const sentTick = performance.now();
        const retry = (error: Error): void => {
          const isYoung = performance.now() - sentTick <= staleMs;
          if (isYoung && isStale(error, agents)) dispatch(single, sending, { resolve, reject });
          else reject(error);
        };
        dispatch(keeping, sending, { resolve, reject: retry });
      });
    },
    close: () => agents.destroy(),
  };
}

/**
 * A connection that the upstream had closed while it was idle breaks within a round trip. One that breaks later may have
 * carried a call that the upstream is working on.
 */
const staleMs = 1_000;

/** The parts of a URL, and the proxy that the environment names for it. */
interface Address {
  readonly origin: string;
  /** The path with the query. */
  readonly path: string;
  readonly proxy: string | undefined;
}

/** URLs come from the configuration, so there are few; a query of a client may make more. */
const mostAddresses = 1_000;

/** Creates a function that parses a URL once, not for every call. */
function createAddressReader(proxyOf: ProxyRule): (url: string) => Address {
  const known = new Map<string, Address>();
  return (url) => {
    const found = known.get(url);
    if (found !== undefined) return found;
    const parsed = new URL(url);
    const { origin, pathname, search } = parsed;
    const address = { origin, path: pathname + search, proxy: proxyOf(parsed) };
    if (known.size >= mostAddresses) known.clear();
    known.set(url, address);
    return address;
  };
}

/** The proxy of the upstream takes precedence over that of the environment. */
function findWay({ network }: UpstreamCall, address: Address): Way {
  const { proxy = address.proxy, ca } = network ?? {};
  return { proxy: proxy === 'none' ? undefined : proxy, ca };
}

/** A call as undici takes it. Its text is not kept: while the upstream works, only the bytes are needed again. */
interface Sending extends Pick<UpstreamCall, 'signal' | 'onSent'> {
  readonly request: Dispatcher.DispatchOptions & { readonly origin: string };
  readonly use: ConnectionUse | undefined;
}

function encodeCall(
  { method, headers, body: content, signal, onSent }: UpstreamCall,
  { origin, path }: Address,
  use: ConnectionUse | undefined,
): Sending {
  const body = typeof content === 'string' ? encodeText(content) : content;
  return { request: { origin, path, method, body, headers }, signal, onSent, use };
}

function dispatch(sender: CallSender, sending: Sending, head: HeadPromise): void {
  const { request, signal, use } = sending;
  if (signal.aborted) {
    head.reject(signal.reason as Error);
    return;
  }
  if (use === undefined) {
    sender.dispatch(request, new DispatchHandler(head, sending));
    return;
  }
  const resolve = (response: UpstreamResponse): void => {
    head.resolve(addUse(response, sending, use));
  };
  const handler = new DispatchHandler({ ...head, resolve }, sending);
  use.watch(sending, () => {
    sender.dispatch(request, handler);
  });
}

function addUse(
  response: UpstreamResponse,
  sending: Sending,
  use: ConnectionUse,
): UpstreamResponse {
  const reusedConnection = use.isReused(sending);
  return reusedConnection === undefined ? response : { ...response, reusedConnection };
}

function isStale(error: unknown, agents: Agents): boolean {
  return (
    error instanceof UpstreamConnectionError &&
    error.beforeResponse &&
    error.cause instanceof Error &&
    agents.isStale(error.cause)
  );
}
