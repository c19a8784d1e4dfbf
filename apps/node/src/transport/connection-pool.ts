/** The connections to upstreams, each of which carries one call at a time; used for calls without a proxy. */
import type { Client as ClientType, Dispatcher } from 'undici';
import { Client } from './undici.ts';

/** A call to one origin. */
type OriginCall = Dispatcher.DispatchOptions & { readonly origin: string };

interface CallHandler extends Dispatcher.DispatchHandler {
  /** Called without a controller for a call that was not sent. */
  onResponseError(controller: Dispatcher.DispatchController | null, error: Error): void;
}

/** Sends calls; undici's agents are such senders, too. */
export interface CallSender {
  dispatch(call: OriginCall, handler: CallHandler): unknown;
  /** Resolves when the running calls have ended. */
  close(): Promise<void>;
  /** Fails the running calls. */
  destroy(): Promise<void>;
}

/**
 * Finds a free connection without a search, where undici's own pool looks at all of them twice for each call, and
 * forgets the closed ones, which that pool keeps. The connection that was used last is used next, so that those that
 * a burst needed are closed when they have been idle for long.
 */
export class ConnectionPool implements CallSender {
  readonly #options: ClientType.Options;
  readonly #origins = new Map<string, OriginConnections>();
  #isClosed = false;

  constructor(options: ClientType.Options) {
    this.#options = options;
  }

  dispatch(call: OriginCall, handler: CallHandler): void {
    if (this.#isClosed) handler.onResponseError(null, new Error('The connections are closed.'));
    else this.#connectionsTo(call.origin).dispatch(call, handler);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#clients.map((client) => client.close()));
  }

  async destroy(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#clients.map((client) => client.destroy()));
  }

  /** The number of connections that are open, or are being opened. */
  get size(): number {
    return this.#clients.length;
  }

  get #clients(): readonly ClientType[] {
    return [...this.#origins.values()].flatMap(({ clients }) => [...clients]);
  }

  #connectionsTo(origin: string): OriginConnections {
    const known = this.#origins.get(origin);
    if (known !== undefined) return known;
    const connections = new OriginConnections(
      () => new Client(origin, this.#options),
      () => this.#origins.delete(origin),
    );
    this.#origins.set(origin, connections);
    return connections;
  }
}

/** The connections to one origin. Each has a client of undici, which opens it. */
class OriginConnections {
  readonly clients = new Set<ClientType>();
  readonly #free: ClientType[] = [];
  readonly #create: () => ClientType;
  readonly #onEmpty: () => void;

  constructor(create: () => ClientType, onEmpty: () => void) {
    this.#create = create;
    this.#onEmpty = onEmpty;
  }

  dispatch(call: OriginCall, handler: CallHandler): void {
    const client = this.#free.pop() ?? this.#open();
    client.dispatch(call, handler);
    // A call that undici rejects at once occupies nothing, and is followed by no `drain`.
    if (client.stats.size === 0) this.#free.push(client);
  }

  #open(): ClientType {
    const client = this.#create();
    this.clients.add(client);
    client.on('drain', () => {
      if (!client.closed) this.#free.push(client);
    });
    const drop = (): void => {
      this.#drop(client);
    };
    client.on('disconnect', drop);
    client.on('connectionError', drop);
    return client;
  }

  /** A call that was given to the client, but not written yet, gets another connection from it. */
  #drop(client: ClientType): void {
    if (client.closed || client.destroyed) return;
    // Those that have been idle for longest are closed first, and are at the front.
    const index = this.#free.indexOf(client);
    if (index !== -1) this.#free.splice(index, 1);
    client.close(() => {
      this.clients.delete(client);
      if (this.clients.size === 0) this.#onEmpty();
    });
  }
}
