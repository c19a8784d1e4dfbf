import { GatewayError } from '@parley/protocol';
import { createAdmissionGate } from './admission.ts';
import { discoverAll } from './catalogue/discovery.ts';
import { systemClock } from './clock.ts';
import type { Configuration } from './configuration/schema.ts';
import type { GatewayContext } from './context.ts';
import { createApp } from './http/app.ts';
import { createKeyDirectory } from './keys/directory.ts';
import { createGuessLimit } from './keys/guesses.ts';
import { defaultLimits, type Limits } from './limits.ts';
import type { Clock, Host, Logger, UpstreamTransport } from './ports.ts';
import { createHealthBoard } from './routing/health.ts';
import { createSnapshot, type DiscoveredModels, type Snapshot } from './routing/snapshot.ts';
import type { Store } from './store.ts';
import { createFetchTransport } from './transport/fetch-transport.ts';

export interface GatewayOptions {
  readonly store: Store;
  readonly configuration: Configuration;
  /** How upstreams are called; the global `fetch` by default. */
  readonly transport?: UpstreamTransport;
  readonly clock?: Clock;
  /** Silent by default. */
  readonly log?: Logger;
  readonly limits?: Partial<Limits>;
  /** Sent to upstreams in `user-agent`. */
  readonly version?: string;
}

export interface Gateway {
  /** Answers one request; never rejects. A host may lend a sink, which then gets streamed answers. */
  fetch(request: Request, host?: Host): Promise<Response>;
  /** Routes from now on by another configuration; running exchanges keep the one they began with. */
  reload(configuration: Configuration): void;
  /** Asks every upstream without declared models for its list and routes to what they name. */
  discover(): Promise<void>;
  /** Today's routing, for a host that shows it. */
  describe(): Snapshot;
  /**
   * Refuses new exchanges, waits for the running ones, then ends those that are left with an error
   * event of their own dialect. The store stays open: it belongs to the host.
   * @param graceMs how long to wait, in milliseconds; 0 by default
   */
  close(graceMs?: number): Promise<void>;
}

/** Puts the rooms together. */
export function createGateway(options: GatewayOptions): Gateway {
  const clock = options.clock ?? systemClock;
  const log = options.log ?? ((): void => undefined);
  const limits = { ...defaultLimits, ...options.limits };
  let configuration = options.configuration;
  let discovered: DiscoveredModels = new Map();
  let snapshot = createSnapshot(configuration, discovered);

  const context: GatewayContext = {
    store: options.store,
    transport: options.transport ?? createFetchTransport(),
    clock,
    log,
    limits,
    version: options.version ?? '0',
    keys: createKeyDirectory(options.store, clock, log),
    guesses: createGuessLimit(clock),
    health: createHealthBoard(clock),
    gate: createAdmissionGate(limits.exchanges),
    running: new Set(),
    snapshot: () => snapshot,
  };
  const app = createApp(context);

  return {
    fetch: async (request, host = {}) => app.fetch(request, { host }),
    reload(next) {
      snapshot = createSnapshot(next, discovered);
      configuration = next;
    },
    async discover() {
      // An upstream that does not answer this time keeps the list it gave before.
      discovered = new Map([...discovered, ...(await discoverAll(context, snapshot))]);
      snapshot = createSnapshot(configuration, discovered);
    },
    describe: () => snapshot,
    close: (graceMs = 0) => closeContext(context, graceMs),
  };
}

async function closeContext(context: GatewayContext, graceMs: number): Promise<void> {
  const idle = context.gate.close();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const grace = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs);
  });
  await Promise.race([idle, grace]);
  clearTimeout(timer);
  const stopping = new GatewayError('overloaded', 'The gateway is shutting down.', {
    reason: 'shutting_down',
  });
  for (const interruption of context.running) interruption.interrupt(stopping);
  await idle;
  await context.transport.close();
}
