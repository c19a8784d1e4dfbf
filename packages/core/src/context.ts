/** What the parts of one gateway share, and the contract of extensions. */
import type { ManagedConfiguration } from './models/managed-configuration.ts';
import type { SecretCipher } from './configuration/encryption.ts';
import type { ContentDecoders } from './pipeline/request/content-coding.ts';
import type { ExchangeSummary } from './pipeline/record/exchange-summary.ts';
import type { RunningExchanges } from './pipeline/capacity/running-exchanges.ts';
import type { KeyDirectory } from './keys/directory.ts';
import type { AuthFailureLimiter } from './keys/auth-failure-limiter.ts';
import type { Limits } from './limits.ts';
import type { Clock, Host, HttpRequest, LoadMonitor, Logger, UpstreamTransport } from './ports.ts';
import type { CircuitBreaker } from './models/routing/circuit-breaker.ts';
import type { RateLimitCooldowns } from './models/routing/rate-limit-cooldowns.ts';
import type { Snapshot } from './models/routing/snapshot.ts';
import type { AdmissionGate, AdmissionState } from './pipeline/capacity/admission-gate.ts';
import type { OpenSockets } from './pipeline/capacity/open-sockets.ts';
import type { ReplyMemory } from './pipeline/stored/reply-memory.ts';
import type { ResponseSpace } from './pipeline/stored/response-space.ts';
import type { BodyBudget } from './pipeline/capacity/body-budget.ts';
import type { FairTurns } from './pipeline/streaming/fair-turns.ts';
import type { ReservationLeases } from './billing/quota/slices/reservation-leases.ts';
import type { Slices } from './billing/quota/slices/slices.ts';
import type { SettlementQueue } from './billing/quota/settlement/settlement-queue.ts';
import type { QuotaWaitQueue } from './billing/quota/reservation/quota-wait-queue.ts';
import type { FoundKey, Store } from './store/index.ts';

/** The parts of one gateway that its extensions may use. */
export interface ExtensionContext {
  readonly store: Store;
  readonly transport: UpstreamTransport;
  readonly clock: Clock;
  readonly log: Logger;
  /** The content codings that request bodies may have. */
  readonly decoders: ContentDecoders;
  readonly limits: Limits;
  readonly version: string;
  /** Facts about the host that operators may see, by name. */
  readonly facts: Readonly<Record<string, string>>;
  readonly keys: KeyDirectory;
  readonly authFailures: AuthFailureLimiter;
  readonly health: CircuitBreaker;
  readonly cooldowns: RateLimitCooldowns;
  readonly gate: AdmissionState;
  /** How many settlements are queued because the store is unavailable. */
  readonly settlements: { readonly kept: number };
  readonly configuration: ManagedConfiguration;
  /** Absent without a secret key. */
  readonly cipher?: SecretCipher | undefined;
  /** Absent where the host cannot measure its load. */
  readonly load?: LoadMonitor | undefined;
  readonly extensions: readonly GatewayExtension[];
  /** The current routing. Stages pass on what they read from it, so a reload changes no running exchange. */
  snapshot(): Snapshot;
}

/** All parts of one gateway; `createContext` makes them of the options of the host. */
export interface GatewayContext extends ExtensionContext {
  readonly gate: AdmissionGate;
  readonly bodies: BodyBudget;
  readonly turns: FairTurns;
  readonly leases: ReservationLeases;
  readonly waitQueue: QuotaWaitQueue;
  readonly slices: Slices;
  readonly settlements: SettlementQueue;
  /** They are interrupted when the gateway closes. */
  readonly running: RunningExchanges;
  readonly responseSpace: ResponseSpace;
  readonly sockets: OpenSockets;
  readonly replyMemory: ReplyMemory;
}

/** A request, and what its host knows about it. */
export interface IncomingRequest<Kind extends HttpRequest = Request> {
  readonly request: Kind;
  readonly host: Host;
}

/** A key and its account; the secret is absent when the request contains none. */
export type IdentifiedKey = Pick<FoundKey, 'key' | 'account'> & Partial<Pick<FoundKey, 'secret'>>;

/**
 * Finds the key of a request without a secret, such as the key of a console session.
 * @throws GatewayError when the request names a key that it may not use
 */
export type FindKey = (incoming: IncomingRequest) => Promise<IdentifiedKey | undefined>;

/** What another package adds to a gateway, such as the admin API and the console. */
export interface GatewayExtension {
  /**
   * Answers a request to a path that is not a model endpoint.
   * @param next responds with 404 for a path that the extension does not serve either
   */
  readonly fetch?: (incoming: IncomingRequest, next: () => Promise<Response>) => Promise<Response>;
  readonly findKey?: FindKey;
  /**
   * Called once for each request to a model endpoint when it has ended. Must be cheap. What it throws is logged.
   */
  readonly onEnded?: (exchange: ExchangeSummary) => void;
  /** Recurring work; see `Gateway.maintain`. What it throws is logged. */
  readonly maintain?: () => Promise<void>;
  /**
   * Called while the gateway closes, when the last exchange has ended: the last chance to send or to store something. Waited
   * for, for at most five seconds. What it throws is logged.
   */
  readonly drain?: () => Promise<void>;
  /** Ends everything that would delay closing the gateway. What it throws is logged. */
  readonly close?: () => void;
}
