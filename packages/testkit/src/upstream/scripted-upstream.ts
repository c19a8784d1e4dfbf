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
  /** What it does by default: a short friendly answer in the format asked for. */
  readonly script?: Script;
  /** The models it lists; `['scripted-model']` when absent. */
  readonly models?: readonly string[];
  /** Speaks TLS with this key and certificate. */
  readonly tls?: TlsIdentity;
  /** Bytes of one request's content, answered 413 beyond; 32 MiB when absent. */
  readonly maximumRequestBytes?: number;
  /** Connections at once, dropped beyond; 1024 when absent. */
  readonly maximumConnections?: number;
  /** Milliseconds after which a wait helper gives up; 5000 when absent. */
  readonly waitMilliseconds?: number;
  /** Whether a client that closed only its side still gets its answer; else it has left. */
  readonly halfOpen?: boolean;
}

/** A server on 127.0.0.1 that answers as a chat model's vendor would, or as it is told. */
export interface ScriptedUpstream {
  /** `http://127.0.0.1:port`, without a path. */
  readonly url: string;
  readonly port: number;
  /** Every request so far, in order of arrival. */
  readonly requests: readonly ScriptedRequest[];
  /** Connections open now, and accepted since the start. */
  readonly connections: { readonly open: number; readonly accepted: number };
  /** What scripts threw: always empty when the test is right. */
  readonly failures: readonly unknown[];
  /** One-shots that nobody has asked for yet. */
  readonly queued: number;
  /** Replaces the default behaviour. */
  script(script: Script): void;
  /** Replaces the behaviour of `GET …/models`, which uses up no one-shots. */
  scriptModels(script: Script): void;
  /** Queues behaviours, each for one request (or connection), before the default. */
  next(...scripts: readonly Script[]): void;
  /** Lets all answers that are held now go on. @returns how many that were */
  release(): number;
  /** The next request nobody has taken with this function, arrived or yet to come. */
  nextRequest(): Promise<ScriptedRequest>;
  /** When a request's client left early. @throws Error when its answer had ended before */
  whenClientLeft(requestIndex: number): Promise<number>;
  /** When a request's answer was complete, or the upstream itself ended it. */
  whenEnded(requestIndex: number): Promise<number>;
  /** Resolves when at least so many answers (1 when absent) are held. */
  whenHeld(count?: number): Promise<void>;
  /** Resolves when exactly so many connections are open. */
  whenOpenConnections(count: number): Promise<void>;
  /** Ends all connections at once, the way a restarting server does. */
  dropConnections(): void;
  /** Forgets requests and one-shots; the default behaviour stays. */
  clear(): void;
  /** Breaks all connections and frees the port. May be called more than once. */
  close(): Promise<void>;
}

/** What all connections share. */
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
