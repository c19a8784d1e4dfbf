/**
 * The connections of undici: a pair of pools for each way in which upstreams are reached, directly or through a proxy,
 * with or without extra certificates.
 */
import tls from 'node:tls';
import type { Client } from 'undici';
import { ProxyUnreachableError } from './connection-failure.ts';
import { ConnectionPool, type CallSender } from './connection-pool.ts';
import { directReads, readDirectly } from './direct-reads.ts';
import { watchResponseStarts } from './response-starts.ts';
import { buildConnector, Pool, ProxyAgent } from './undici.ts';

type Connector = buildConnector.connector;

/** How connections to an upstream are made. */
export interface Way {
  /** The URL of the proxy; undefined without one. */
  readonly proxy: string | undefined;
  /** Certificates in PEM that are trusted besides those of the runtime. */
  readonly ca: string | undefined;
}

/** Two agents for the same way. */
export interface AgentPair {
  /** Keeps connections for later calls. */
  readonly keeping: CallSender;
  /** Uses each connection once, so that it is never stale. */
  readonly single: CallSender;
}

export interface AgentSettings extends Client.Options {
  /** Milliseconds until a connection must be established, and until a proxy must have answered. */
  readonly connectTimeout: number;
}

export interface Agents {
  of(way: Way): AgentPair;
  /** Whether the connection of this error had received bytes before. */
  isStale(error: Error): boolean;
  destroy(): Promise<void>;
}

/** A reload of the configuration adds ways; beyond this number, the oldest one is closed. */
const mostWays = 64;

export function createAgents({ connectTimeout, ...settings }: AgentSettings): Agents {
  const staleFailures = new WeakSet<Error>();
  const pairs = new Map<string, AgentPair>();
  const create = (way: Way): AgentPair => {
    const parts = { timeout: connectTimeout, staleFailures, tls: trust(way.ca) };
    const build = way.proxy === undefined ? createDirect : createProxied(way.proxy);
    return {
      keeping: build(settings, parts),
      // With pipelining 0, undici uses each connection once.
      single: build({ ...settings, pipelining: 0 }, parts),
    };
  };
  return {
    of(way) {
      const key = `${way.proxy ?? ''} ${way.ca ?? ''}`;
      const known = pairs.get(key);
      if (known !== undefined) return known;
      const pair = create(way);
      pairs.set(key, pair);
      if (pairs.size > mostWays) closeOldest(pairs);
      return pair;
    },
    isStale: (error) => staleFailures.has(error),
    async destroy() {
      const all = [...pairs.values()].flatMap(({ keeping, single }) => [keeping, single]);
      await Promise.all(all.map((agent) => agent.destroy()));
    },
  };
}

/** Running calls of the closed agents go on. */
function closeOldest(pairs: Map<string, AgentPair>): void {
  const [oldest] = pairs;
  if (oldest === undefined) return;
  const [key, { keeping, single }] = oldest;
  pairs.delete(key);
  void keeping.close();
  void single.close();
}

interface ConnectionParts {
  /** In milliseconds. */
  readonly timeout: number;
  readonly staleFailures: WeakSet<Error>;
  readonly tls: Trust;
}

interface Trust {
  readonly secureContext?: tls.SecureContext;
}

/** The certificates of the runtime, which include those of `NODE_EXTRA_CA_CERTS`, and the given ones. */
function trust(ca: string | undefined): Trust {
  if (ca === undefined) return {};
  const certificates = [...tls.getCACertificates('default'), ca];
  return { secureContext: tls.createSecureContext({ ca: certificates }) };
}

function createDirect(settings: Client.Options, parts: ConnectionParts): CallSender {
  const { timeout, staleFailures } = parts;
  const connect = buildConnector({ timeout, allowH2: false, onread: directReads, ...parts.tls });
  const direct: Connector = (options, callback) => {
    connect(options, (...result) => {
      const [, socket] = result;
      if (socket) readDirectly(socket);
      callback(...result);
    });
  };
  return new ConnectionPool({ ...settings, connect: watchConnections(direct, staleFailures) });
}

/** Calls https through a tunnel and http by forwarding; the proxy may itself be called by https. */
function createProxied(proxy: string) {
  return (settings: Client.Options, parts: ConnectionParts): CallSender => {
    const { timeout, staleFailures } = parts;
    return new ProxyAgent({
      ...settings,
      uri: proxy,
      requestTls: { timeout, allowH2: false, ...parts.tls },
      proxyTls: { timeout, allowH2: false, ...parts.tls },
      // Opens tunnels: each request here is a CONNECT, which the proxy must answer in time.
      clientFactory: (origin, options) =>
        new Pool(origin, {
          headersTimeout: timeout,
          connect: nameProxy(connectorIn(options)),
        }),
      // Runs calls, in tunnels or by forwarding, in which case the origin is the proxy.
      factory(origin, options) {
        const own = connectorIn(options);
        const forwards = new URL(origin).origin === new URL(proxy).origin;
        const connect = watchConnections(forwards ? nameProxy(own) : own, staleFailures);
        return new Pool(origin, { ...settings, ...(options as Pool.Options), connect });
      },
    });
  };
}

/** The connector that undici's proxy agent passes on. */
function connectorIn(options: object): Connector {
  return (options as { readonly connect: Connector }).connect;
}

/** Marks failures to reach the proxy, which otherwise look like those of the upstream. */
function nameProxy(connect: Connector): Connector {
  return (options, callback) => {
    connect(options, (...result) => {
      const [error] = result;
      if (error === null) callback(...result);
      else callback(new ProxyUnreachableError(error), null);
    });
  };
}

/**
 * Records the errors of connections that had received bytes before: undici passes the same error object to
 * the call, but does not tell whether the socket was new.
 */
function watchConnections(connect: Connector, staleFailures: WeakSet<Error>): Connector {
  return (options, callback) => {
    connect(options, (...result) => {
      const [, socket] = result;
      if (socket) watchResponseStarts(socket);
      socket?.once('error', (error: Error) => {
        if (socket.bytesRead > 0) staleFailures.add(error);
      });
      callback(...result);
    });
  };
}
