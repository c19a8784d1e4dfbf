import type { ManagedConfiguration } from './models/managed-configuration.ts';
import type { SecretCipher } from './configuration/encryption.ts';
import type { Interruption } from './pipeline/interruption.ts';
import type { KeyDirectory } from './keys/directory.ts';
import type { GuessLimit } from './keys/guesses.ts';
import type { Limits } from './limits.ts';
import type { Clock, Host, Logger, UpstreamTransport } from './ports.ts';
import type { CircuitBreaker } from './models/routing/circuit-breaker.ts';
import type { Snapshot } from './models/routing/snapshot.ts';
import type { AdmissionGate } from './pipeline/admission.ts';
import type { ReservationKeeper } from './billing/quota/reservation-keeper.ts';
import type { SettlementDesk } from './billing/quota/settlement-desk.ts';
import type { WaitingLines } from './billing/quota/waiting-line.ts';
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
  readonly guesses: GuessLimit;
  readonly health: CircuitBreaker;
  readonly gate: AdmissionGate;
  readonly keeper: ReservationKeeper;
  readonly lines: WaitingLines;
  readonly desk: SettlementDesk;
  /** What can interrupt each running exchange. */
  readonly running: Set<Interruption>;
  readonly configuration: ManagedConfiguration;
  /** Absent when the host has no secret key. */
  readonly cipher?: SecretCipher;
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
