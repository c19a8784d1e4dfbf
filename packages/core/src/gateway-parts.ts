/** Makes the parts of a gateway from the options of its host; used by `gateway.ts`. */
import type { Durability } from './billing/quota/settlement/settlement-queue-options.ts';
import { ReservationLeases } from './billing/quota/slices/reservation-leases.ts';
import { createQuotaWaitQueue } from './billing/quota/reservation/quota-wait-queue.ts';
import { SettlementQueue } from './billing/quota/settlement/settlement-queue.ts';
import { Slices } from './billing/quota/slices/slices.ts';
import { systemClock } from './clock.ts';
import { createSecretCipher, readSecretKeys } from './configuration/encryption.ts';
import type { ConfigurationOrigins } from './configuration/origin.ts';
import type { Configuration } from './configuration/schema.ts';
import type { ExtensionContext, GatewayContext, GatewayExtension } from './context.ts';
import { createAuthFailureLimiter } from './keys/auth-failure-limiter.ts';
import { createKeyDirectory } from './keys/directory.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { createManagedConfiguration } from './models/managed-configuration.ts';
import { createCircuitBreaker } from './models/routing/circuit-breaker.ts';
import { createRateLimitCooldowns } from './models/routing/rate-limit-cooldowns.ts';
import { createAdmissionGate } from './pipeline/capacity/admission-gate.ts';
import { createBodyBudget } from './pipeline/capacity/body-budget.ts';
import { webDecoders, type ContentDecoders } from './pipeline/request/content-coding.ts';
import { RunningExchanges } from './pipeline/capacity/running-exchanges.ts';
import { OpenSockets } from './pipeline/capacity/open-sockets.ts';
import { ReplyMemory } from './pipeline/stored/reply-memory.ts';
import { ResponseSpace } from './pipeline/stored/response-space.ts';
import { createFairTurns } from './pipeline/streaming/fair-turns.ts';
import { createFetchTransport } from './pipeline/upstream/fetch-transport.ts';
import { redactCauses } from './pipeline/upstream/redacted-log.ts';
import type { Clock, LoadMonitor, Logger, SettlementOutbox, UpstreamTransport } from './ports.ts';
import type { Store } from './store/index.ts';
import { waitBeforeReads } from './store/wait-before-reads.ts';

/** The parts of a gateway that its host provides. Only the store and the configuration are required. */
export interface GatewayOptions {
  readonly store: Store;
  readonly configuration: Configuration;
  /** Where each value of the configuration comes from; shown to operators. */
  readonly origins?: ConfigurationOrigins | undefined;
  /** Facts about the host that operators may see, by name, such as `runtime`; never a secret. */
  readonly facts?: Readonly<Record<string, string>> | undefined;
  /** How upstreams are called; the global `fetch` by default. */
  readonly transport?: UpstreamTransport | undefined;
  /** Decoders of request bodies besides those of the web platform (gzip and deflate), by content coding. */
  readonly decoders?: ContentDecoders | undefined;
  readonly clock?: Clock | undefined;
  /** Silent by default. */
  readonly log?: Logger | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Sent to upstreams in `user-agent`. */
  readonly version?: string | undefined;
  /**
   * Encrypts the credentials that operators enter through the admin API: 32 bytes, as 64 hexadecimal
   * digits or in base64. Without it such credentials are rejected. After a comma or white space may follow earlier
   * keys, which only decrypt.
   */
  readonly secretKey?: string | undefined;
  /** Where settlements are recorded until the store has them; without one, each waits for the store. */
  readonly outbox?: SettlementOutbox | undefined;
  /** Measures the process; without it no exchange is refused for its load. */
  readonly load?: LoadMonitor | undefined;
  /** Extensions, such as `createAdmin` of `@parley/admin`; none by default. */
  readonly extensions?: readonly ((gateway: ExtensionContext) => GatewayExtension)[] | undefined;
}

/** @throws ConfigurationError, or RangeError for a secret key that is not 32 bytes */
export function createContext(options: GatewayOptions): GatewayContext {
  const { store, secretKey, clock = systemClock } = options;
  const log = redactCauses(options.log ?? (() => undefined), () => configuration.snapshot());
  const limits = { ...defaultLimits, ...options.limits };
  const cipher =
    secretKey === undefined ? undefined : createSecretCipher(readSecretKeys(secretKey));
  const { configuration: host, origins, facts = {}, outbox, load } = options;
  const configuration = createManagedConfiguration({ store, clock, log, host, origins, cipher });
  const durability = () => configuration.snapshot().durability;
  const quota = createQuotaParts({ store, clock, log, limits, outbox, durability });
  /** What reads of exchanges, money and limits wait for. */
  const settled = async () => {
    await quota.settlements.flush();
    await quota.slices.returnIdle();
  };
  const extensions: GatewayExtension[] = [];
  const context: GatewayContext = {
    store: waitBeforeReads(store, settled),
    transport: options.transport ?? createFetchTransport(),
    clock,
    log,
    decoders: { ...webDecoders, ...options.decoders },
    limits,
    version: options.version ?? '0',
    facts,
    keys: createKeyDirectory(store, clock, log),
    authFailures: createAuthFailureLimiter(clock),
    health: createCircuitBreaker({
      clock,
      isConfigured: (name) => configuration.snapshot().upstreams.has(name),
    }),
    cooldowns: createRateLimitCooldowns(clock),
    gate: createAdmissionGate(limits.exchanges),
    bodies: createBodyBudget(limits.bodyBytesInFlight),
    turns: createFairTurns(),
    ...quota,
    running: new RunningExchanges(),
    responseSpace: new ResponseSpace(),
    sockets: new OpenSockets(limits.sockets),
    replyMemory: new ReplyMemory(limits),
    configuration,
    cipher,
    load,
    extensions,
    snapshot: () => configuration.snapshot(),
  };
  extensions.push(...(options.extensions ?? []).map((create) => create(context)));
  return context;
}

interface QuotaSettings extends Pick<GatewayContext, 'store' | 'clock' | 'log' | 'limits'> {
  readonly outbox: SettlementOutbox | undefined;
  readonly durability: () => Durability | undefined;
}

/** Creates the parts that reserve, wait and settle. Settling an exchange releases its reservation. */
function createQuotaParts({
  limits,
  outbox,
  durability,
  ...parts
}: QuotaSettings): Pick<GatewayContext, 'leases' | 'waitQueue' | 'slices' | 'settlements'> {
  const { store, clock, log } = parts;
  const leases = new ReservationLeases({ store, clock, log });
  const waitQueue = createQuotaWaitQueue(clock, limits.quotaWaitMs);
  const slices = new Slices({
    store,
    clock,
    log,
    leases,
    onReturned: (keyId, accountId) => {
      waitQueue.wake(keyId, accountId);
    },
  });
  const settlements = new SettlementQueue({
    ...parts,
    outbox,
    durability,
    capacity: limits.keptSettlements,
    isAwaited: ({ keyId, accountId }) => waitQueue.isAwaited(keyId, accountId),
    onSettled: ({ keyId, accountId, reservation }) => {
      if (reservation !== undefined) slices.settled(reservation);
      waitQueue.wake(keyId, accountId);
    },
    onLost: ({ reservation }) => {
      if (reservation !== undefined) slices.lost(reservation);
    },
  });
  return { leases, waitQueue, slices, settlements };
}
