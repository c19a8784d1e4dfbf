import type { ManagedConfiguration } from './configuration/managed.ts';
import type { Sealer } from './configuration/sealing.ts';
import type { Interruption } from './pipeline/interruption.ts';
import type { KeyDirectory } from './keys/directory.ts';
import type { AuthFailureLimiter } from './keys/auth-failure-limiter.ts';
import type { Limits } from './limits.ts';
import type { Clock, Host, Logger, UpstreamTransport } from './ports.ts';
import type { HealthBoard } from './models/routing/health.ts';
import type { Snapshot } from './models/routing/snapshot.ts';
import type { AdmissionGate } from './pipeline/admission.ts';
import type { ReservationLeases } from './billing/quota/reservation-leases.ts';
import type { SettlementQueue } from './billing/quota/settlement-queue.ts';
import type { QuotaWaitQueue } from './billing/quota/quota-wait-queue.ts';
import type { FoundKey, Store } from './store/index.ts';

/** What every exchange of one gateway shares. */
export interface GatewayContext {
  readonly store: Store;
  readonly transport: UpstreamTransport;
  readonly clock: Clock;
  readonly log: Logger;
  readonly limits: Limits;
  readonly version: string;
  /** What operators may know of the host, by name. */
  readonly facts: Readonly<Record<string, string>>;
  readonly keys: KeyDirectory;
  readonly authFailures: AuthFailureLimiter;
  readonly health: HealthBoard;
  readonly gate: AdmissionGate;
  readonly leases: ReservationLeases;
  readonly waitQueue: QuotaWaitQueue;
  readonly settlements: SettlementQueue;
  /** What can interrupt each running exchange. */
  readonly running: Set<Interruption>;
  readonly configuration: ManagedConfiguration;
  /** Absent when the host has no secret key. */
  readonly sealer?: Sealer;
  /** What other packages have added. */
  readonly extensions: readonly GatewayExtension[];
  /** Today's routing. An exchange takes it once and keeps it, so a reload never changes a running one. */
  snapshot(): Snapshot;
}

/** A request as it came in, with what the host says of it. */
export interface IncomingRequest {
  readonly request: Request;
  readonly host: Host;
}

/** A key of a caller; the secret is absent where the caller showed none. */
export type IdentifiedKey = Pick<FoundKey, 'key' | 'account'> & Partial<Pick<FoundKey, 'secret'>>;

/**
 * Finds the key of a request that shows no secret, such as one of a console session.
 * @throws GatewayError when the request names a key that it may not use
 */
export type FindKey = (incoming: IncomingRequest) => Promise<IdentifiedKey | undefined>;

/** What another package adds to a gateway, such as the admin API and the console. */
export interface GatewayExtension {
  /**
   * Answers a request to a path that is no model endpoint.
   * @param next answers 404 for a path that the extension does not serve either
   */
  readonly fetch?: (incoming: IncomingRequest, next: () => Promise<Response>) => Promise<Response>;
  readonly findKey?: FindKey;
  /** Work that is due now and then; see `Gateway.maintain`. Never rejects. */
  readonly maintain?: () => Promise<void>;
  /** Ends what would keep the gateway from closing. */
  readonly close?: () => void;
}
