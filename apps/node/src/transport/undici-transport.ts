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
  /** Milliseconds until a connection must stand; 10,000. */
  readonly connectTimeout?: number;
  /** Milliseconds an unused connection is kept; 30,000. */
  readonly keepAliveTimeout?: number;
  /** Bytes of an answer's head; 65,536. */
  readonly maxHeaderSize?: number;
  /** Whether responses tell if their connection was reused, which costs some time per call. */
  readonly watchesReuse?: boolean;
}

/**
 * Calls upstreams through undici's dispatcher, which costs a fraction of the built-in `fetch`
 * because no web stream lies between socket and reader.
 *
 * Core owns every time-out but the one for connecting, so undici's own are off. A kept connection
 * that the upstream closed before any byte of the answer is replaced once by a new one. After an
 * abort the signal's own reason is thrown.
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
  // Without pipelining undici uses a connection once, so this one is never stale.
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
    const handler = new DispatchHandler({ resolve, reject }, signal);
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
 * Remembers the failures of connections that had already brought an answer: undici hands the
 * same error object to the call, and does not tell by itself whether its socket was new.
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
