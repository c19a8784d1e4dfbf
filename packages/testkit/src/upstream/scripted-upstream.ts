/** The scripted upstream: the main tool of tests that need a provider. */
import { answerModels, answerWith } from '../replies/answer-with.ts';
import { createWaiting } from '../waiting.ts';
import { serveConnection } from './connection.ts';
import type { ConnectionHost } from './connection.ts';
import { createHolds } from './holds.ts';
import { createListener } from './listener.ts';
import type { TlsIdentity } from './listener.ts';
import { createRequestLog } from './request-log.ts';
import { createScriptBook } from './script.ts';
import type { Script } from './script.ts';
import type { ScriptedRequest } from './scripted-request.ts';

export interface ScriptedUpstreamOptions {
  /** The default behaviour; by default a short reply in the format of the request. */
  readonly script?: Script;
  /** The listed models; `['scripted-model']` when absent. */
  readonly models?: readonly string[];
  /** Uses TLS with this key and certificate. */
  readonly tls?: TlsIdentity;
  /** Maximum bytes of a request's content; more gets 413. 32 MiB when absent. */
  readonly maximumRequestBytes?: number;
  /** Maximum number of connections; more are closed. 1024 when absent. */
  readonly maximumConnections?: number;
  /** Milliseconds after which a wait fails; 5000 when absent. */
  readonly waitMilliseconds?: number;
  /** Whether a client that closed only its own side still gets a response; otherwise it has disconnected. */
  readonly halfOpen?: boolean;
}

/** A server on 127.0.0.1 that responds as a provider of chat models would, or as scripted. */
export interface ScriptedUpstream {
  /** `http://127.0.0.1:port`, without a path. */
  readonly url: string;
  readonly port: number;
  /** Every request so far, in order of arrival. */
  readonly requests: readonly ScriptedRequest[];
  /** Connections that are open now, and those accepted since the start. */
  readonly connections: { readonly open: number; readonly accepted: number };
  /** Errors that scripts threw; empty in a correct test. */
  readonly failures: readonly unknown[];
  /** Number of one-time scripts that are not used yet. */
  readonly queued: number;
  /** Replaces the default behaviour. */
  script(script: Script): void;
  /** Replaces the behaviour of `GET …/models`, which uses no one-time scripts. */
  scriptModels(script: Script): void;
  /** Queues behaviours, each for one request or connection, before the default. */
  next(...scripts: readonly Script[]): void;
  /** Releases all responses that are held now. @returns how many there were */
  release(): number;
  /** The next request that this function has not returned yet, whether or not it has arrived. */
  nextRequest(): Promise<ScriptedRequest>;
  /** When the client of a request disconnected early. @throws Error when its response had ended before */
  whenClientLeft(requestIndex: number): Promise<number>;
  /** When the response of a request was complete or the upstream itself ended it. */
  whenEnded(requestIndex: number): Promise<number>;
  /** Resolves when at least this number of responses (1 when absent) is held. */
  whenHeld(count?: number): Promise<void>;
  /** Resolves when exactly this number of connections is open. */
  whenOpenConnections(count: number): Promise<void>;
  /** Closes all connections at once, as a restarting server does. */
  dropConnections(): void;
  /** Removes recorded requests and one-time scripts; the default behaviour remains. */
  clear(): void;
  /** Closes all connections and the port. May be called more than once. */
  close(): Promise<void>;
}

/** The part of the connection host that all connections share. */
type SharedHost = Omit<ConnectionHost, 'record'>;

/** Starts a scripted upstream on a free port. */
export async function createScriptedUpstream(
  options: ScriptedUpstreamOptions = {},
): Promise<ScriptedUpstream> {
  const waiting = createWaiting(options.waitMilliseconds ?? 5000);
  const notify = () => waiting.notify();
  const holds = createHolds(notify);
  const log = createRequestLog(waiting);
  const failures: unknown[] = [];
  const book = createScriptBook({
    fallback: options.script ?? answerWith({ text: 'Hello from the scripted upstream.' }),
    models: answerModels(options.models ?? ['scripted-model']),
  });
  const shared: SharedHost = {
    holds,
    maximumRequestBytes: options.maximumRequestBytes ?? 32 * 1024 * 1024,
    halfOpen: options.halfOpen ?? false,
    takeAccept: () => book.takeAccept(),
    choose: (request) => book.choose(request),
    onChange: notify,
    onFailure: (error) => void failures.push(error),
  };
  const listener = await createListener({
    tls: options.tls,
    maximumConnections: options.maximumConnections ?? 1024,
    onChange: notify,
    onSocket: (socket, connection) =>
      void serveConnection(socket, { ...shared, record: (wire) => log.record(wire, connection) }),
  });

  return {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${listener.port}`,
    port: listener.port,
    requests: log.requests,
    connections: listener,
    failures,
    get queued() {
      return book.queued;
    },
    script: (script) => book.setFallback(script),
    scriptModels: (script) => book.setModels(script),
    next: (...scripts) => book.queue(scripts),
    release: () => holds.release(),
    nextRequest: () => log.next(),
    whenClientLeft: (index) => log.whenClientLeft(index),
    whenEnded: (index) => log.whenEnded(index),
    whenHeld: (count = 1) => waiting.untilTrue(`${count} held answers`, () => holds.held >= count),
    whenOpenConnections: (count) =>
      waiting.untilTrue(`${count} open connections`, () => listener.open === count),
    dropConnections: () => listener.drop(),
    clear() {
      log.clear();
      book.clear();
    },
    async close() {
      waiting.close();
      await listener.close();
    },
  };
}
