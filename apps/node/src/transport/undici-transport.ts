/** The upstream transport of the Node entry. */
import {
  UpstreamConnectionError,
  type UpstreamAnswer,
  type UpstreamCall,
  type UpstreamTransport,
} from '@parley/core';
import type { Environment } from '@parley/host';
import type { Dispatcher } from 'undici';
import { createAgents, type Agents, type Way } from './agents.ts';
import { createConnectionUse, type ConnectionUse } from './connection-use.ts';
import { DispatchHandler } from './dispatch-handler.ts';
import { readEnvironmentProxies, type ProxyRule } from './environment-proxies.ts';

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
 * closed a reused connection before the first byte of the response, the call is sent once more on a new
 * connection. After an abort, the reason of the signal is thrown.
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
  const proxyOf = readEnvironmentProxies(options.environment ?? {});
  const use = options.watchesReuse === true ? createConnectionUse() : undefined;
  return {
    async send(call) {
      const { keeping, single } = agents.of(findWay(call, proxyOf));
      try {
        return await dispatch(keeping, call, use);
      } catch (error) {
        if (!isStale(error, agents)) throw error;
        return dispatch(single, call, use);
      }
    },
    close: () => agents.destroy(),
  };
}

/** The proxy of the upstream takes precedence over that of the environment. */
function findWay({ url, network }: UpstreamCall, proxyOf: ProxyRule): Way {
  const { proxy = proxyOf(new URL(url)), ca } = network ?? {};
  return { proxy: proxy === 'none' ? undefined : proxy, ca };
}

async function dispatch(
  agent: Dispatcher,
  call: UpstreamCall,
  use: ConnectionUse | undefined,
): Promise<UpstreamAnswer> {
  const { method, body, headers, signal } = call;
  const { origin, pathname, search } = new URL(call.url);
  const answer = await new Promise<UpstreamAnswer>((resolve, reject) => {
    signal.throwIfAborted();
    const handler = new DispatchHandler({ resolve, reject }, call);
    const start = (): void => {
      agent.dispatch({ origin, path: pathname + search, method, body, headers }, handler);
    };
    if (use === undefined) start();
    else use.watch(call, start);
  });
  const reusedConnection = use?.isReused(call);
  return reusedConnection === undefined ? answer : { ...answer, reusedConnection };
}

function isStale(error: unknown, agents: Agents): boolean {
  return (
    error instanceof UpstreamConnectionError &&
    error.beforeAnswer &&
    error.cause instanceof Error &&
    agents.isStale(error.cause)
  );
}
