import { GatewayError } from '@parley/protocol';
import { createAdmissionGate } from './pipeline/admission.ts';
import { discoverAll } from './models/catalogue/discovery.ts';
import { systemClock } from './clock.ts';
import { createManagedConfiguration } from './configuration/managed.ts';
import type { ConfigurationOrigins } from './configuration/origin.ts';
import type { Configuration } from './configuration/schema.ts';
import { createSealer, readSecretKey } from './configuration/sealing.ts';
import type { GatewayContext, GatewayExtension } from './context.ts';
import { createApp } from './http/app.ts';
import { findCallerAddress } from './keys/addresses.ts';
import { createKeyDirectory } from './keys/directory.ts';
import { createAuthFailureLimiter } from './keys/auth-failure-limiter.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { withMaintenance } from './maintenance.ts';
import type { Clock, Host, Logger, SettlementOutbox, UpstreamTransport } from './ports.ts';
import { createReservationLeases } from './billing/quota/reservation-leases.ts';
import { createSettlementQueue } from './billing/quota/settlement-queue.ts';
import { createQuotaWaitQueue } from './billing/quota/quota-wait-queue.ts';
import { redactCauses } from './pipeline/upstream/redacted-log.ts';
import { createRetention } from './store/retention.ts';
import { createHealthBoard } from './models/routing/health.ts';
import type { Snapshot } from './models/routing/snapshot.ts';
import type { Store } from './store/index.ts';
import { createFetchTransport } from './pipeline/upstream/fetch-transport.ts';

export interface GatewayOptions {
  readonly store: Store;
  readonly configuration: Configuration;
  /** Where its values come from, for operators who look at what is in force. */
  readonly origins?: ConfigurationOrigins;
  /** What operators may know of the host, by name, such as `runtime`; no secret is in it. */
  readonly facts?: Readonly<Record<string, string>>;
  /** How upstreams are called; the global `fetch` by default. */
  readonly transport?: UpstreamTransport;
  readonly clock?: Clock;
  /** Silent by default. */
  readonly log?: Logger;
  readonly limits?: Partial<Limits>;
  /** Sent to upstreams in `user-agent`. */
  readonly version?: string;
  /**
   * Seals the credentials that operators give through the admin API: 32 bytes, as 64 hexadecimal
   * digits or in base64. Without it such credentials are refused.
   */
  readonly secretKey?: string;
  /** Where ends of exchanges wait while the store is down; in memory by default. */
  readonly outbox?: SettlementOutbox;
  /** What other packages add, such as `createAdmin` of `@parley/admin`; nothing by default. */
  readonly extensions?: readonly ((gateway: GatewayContext) => GatewayExtension)[];
}

export interface Gateway {
  /**
   * Answers one request; never rejects. A host may lend a sink, which then gets streamed answers. That
   * the caller has left is told by the request's signal before there is a response, then by cancelling
   * the response's body.
   */
  fetch(request: Request, host?: Host): Promise<Response>;
  /** Routes from now on by another configuration; running exchanges keep the one they began with. */
  reload(configuration: Configuration, origins?: ConfigurationOrigins): void;
  /** Asks every upstream without declared models for its list and routes to what they name. */
  discover(): Promise<void>;
  /**
   * Does what is due now and then, and resolves when it is done; never rejects. It keeps reservations
   * alive, gives back what processes held that have gone, looks for changes of the configuration, writes
   * settlements that wait for the store, and deletes records that have grown too old; extensions add their
   * own work. A host calls it every few seconds; one without timers lends `waitUntil`, and then every request brings it along.
   */
  maintain(): Promise<void>;
  /** Today's routing, for a host that shows it. */
  describe(): Snapshot;
  /**
   * Refuses new exchanges, waits for the running ones, then ends those that are left with an error
   * event of their own dialect. The store stays open: it belongs to the host.
   * @param graceMs how long to wait, in milliseconds; 0 by default
   */
  close(graceMs?: number): Promise<void>;
}

/** Puts the rooms together. @throws ConfigurationError, or RangeError for a secret key that is none */
export function createGateway(options: GatewayOptions): Gateway {
  const context = createContext(options);
  const { configuration, leases, settlements } = context;
  const app = createApp(context);
  const retention = createRetention(context);
  const maintain = async (): Promise<void> => {
    await Promise.all([
      leases.maintain(),
      settlements.flushIfDue(),
      configuration.refresh(),
      retention.maintain(),
      ...context.extensions.map((extension) => extension.maintain?.()),
    ]);
  };
  return {
    fetch: async (request, lent = {}) => {
      const host = withMaintenance(lent, maintain);
      const { trustedProxies } = context.snapshot();
      const address = findCallerAddress(host.address, request.headers, trustedProxies);
      const proxied = host.proxied === true || address !== host.address;
      const answered = Promise.resolve(
        app.fetch(request, { host: address === undefined ? host : { ...host, address, proxied } }),
      );
      // A caller who leaves before the answer begins is recorded, too.
      host.waitUntil?.(answered);
      return answered;
    },
    reload: (next, origins) => {
      configuration.reload(next, origins);
    },
    async discover() {
      await configuration.refresh();
      configuration.learn(await discoverAll(context, configuration.snapshot()));
    },
    maintain,
    describe: () => configuration.snapshot(),
    close: (graceMs = 0) => closeContext(context, graceMs),
  };
}

function createContext(options: GatewayOptions): GatewayContext {
  const { store, secretKey, clock = systemClock } = options;
  const log = redactCauses(options.log ?? (() => undefined), () => configuration.snapshot());
  const limits = { ...defaultLimits, ...options.limits };
  const sealer = secretKey === undefined ? {} : { sealer: createSealer(readSecretKey(secretKey)) };
  const { configuration: host, origins, facts = {} } = options;
  const given = { store, clock, log, host, ...(origins && { origins }), ...sealer };
  const configuration = createManagedConfiguration(given);
  const extensions: GatewayExtension[] = [];
  const context: GatewayContext = {
    store,
    transport: options.transport ?? createFetchTransport(),
    clock,
    log,
    limits,
    version: options.version ?? '0',
    facts,
    keys: createKeyDirectory(store, clock, log),
    authFailures: createAuthFailureLimiter(clock),
    health: createHealthBoard({
      clock,
      isConfigured: (name) => configuration.snapshot().upstreams.has(name),
    }),
    gate: createAdmissionGate(limits.exchanges),
    ...createQuotaParts({ store, clock, log, limits }, options.outbox),
    running: new Set(),
    configuration,
    ...sealer,
    extensions,
    snapshot: () => configuration.snapshot(),
  };
  extensions.push(...(options.extensions ?? []).map((create) => create(context)));
  return context;
}

/** Who holds what calls may cost, who waits for it, and who writes down what they did cost. */
function createQuotaParts(
  parts: Pick<GatewayContext, 'store' | 'clock' | 'log' | 'limits'>,
  outbox?: SettlementOutbox,
): Pick<GatewayContext, 'leases' | 'waitQueue' | 'settlements'> {
  const { store, clock, log, limits } = parts;
  const leases = createReservationLeases(store, clock, log);
  const waitQueue = createQuotaWaitQueue(clock, limits.quotaWaitMs);
  const settlements = createSettlementQueue({
    store,
    clock,
    log,
    capacity: limits.keptSettlements,
    ...(outbox && { outbox }),
    onSettled: ({ record }) => {
      leases.drop(record.id);
      waitQueue.wake(record.keyId, record.accountId);
    },
    onLost: ({ record }) => {
      leases.abandon(record.id);
    },
  });
  return { leases, waitQueue, settlements };
}

async function closeContext(context: GatewayContext, graceMs: number): Promise<void> {
  for (const extension of context.extensions) extension.close?.();
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
  await context.settlements.close();
  context.leases.close();
  await context.transport.close();
}
