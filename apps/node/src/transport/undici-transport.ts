/** The upstream transport of the Node entry. */
import {
  UpstreamConnectionError,
  type UpstreamAnswer,
  type UpstreamCall,
  type UpstreamTransport,
} from '@parley/core';
import { Agent, buildConnector } from 'undici';
import { createConnectionUse, type ConnectionUse } from './connection-use.ts';
import { DispatchHandler } from './dispatch-handler.ts';

export interface UndiciTransportOptions {
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
 */
export function createUndiciTransport(options: UndiciTransportOptions = {}): UpstreamTransport {
  const staleFailures = new WeakSet<Error>();
  const connect = watchConnections(options.connectTimeout ?? 10_000, staleFailures);
  const shared = {
    connect,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: options.keepAliveTimeout ?? 30_000,
    maxHeaderSize: options.maxHeaderSize ?? 64 * 1024,
  };
  const keeping = new Agent(shared);
  // With pipelining 0, undici uses each connection once, so that it is never stale.
  const single = new Agent({ ...shared, pipelining: 0 });
  const use = options.watchesReuse === true ? createConnectionUse() : undefined;
  return {
    async send(call) {
      try {
        return await dispatch(keeping, call, use);
      } catch (error) {
        if (!isStale(error, staleFailures)) throw error;
        return dispatch(single, call, use);
      }
    },
    async close() {
      await Promise.all([keeping.destroy(), single.destroy()]);
    },
  };
}

async function dispatch(
  agent: Agent,
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

function isStale(error: unknown, staleFailures: WeakSet<Error>): boolean {
  return (
    error instanceof UpstreamConnectionError &&
    error.beforeAnswer &&
    error.cause instanceof Error &&
    staleFailures.has(error.cause)
  );
}

/**
 * Records the errors of connections that had received bytes before: undici passes the same error object to
 * the call, but does not tell whether the socket was new.
 */
function watchConnections(
  timeout: number,
  staleFailures: WeakSet<Error>,
): buildConnector.connector {
  const connect = buildConnector({ timeout, allowH2: false });
  return (options, callback) => {
    connect(options, (...result) => {
      const [, socket] = result;
      socket?.once('error', (error: Error) => {
        if (socket.bytesRead > 0) staleFailures.add(error);
      });
      callback(...result);
    });
  };
}
