import type { ManagedConfiguration } from './configuration/managed.ts';
import type { Sealer } from './configuration/sealing.ts';
import type { Interruption } from './pipeline/interruption.ts';
import type { KeyDirectory } from './keys/directory.ts';
import type { GuessLimit } from './keys/guesses.ts';
import type { LiveStreams } from './live-streams.ts';
import type { Limits } from './limits.ts';
import type { Clock, Logger, UpstreamTransport } from './ports.ts';
import type { HealthBoard } from './models/routing/health.ts';
import type { Snapshot } from './models/routing/snapshot.ts';
import type { AdmissionGate } from './pipeline/admission.ts';
import type { ReservationKeeper } from './billing/quota/reservation-keeper.ts';
import type { SettlementDesk } from './billing/quota/settlement-desk.ts';
import type { WaitingLines } from './billing/quota/waiting-line.ts';
import type { Store } from './store/index.ts';

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
  readonly health: HealthBoard;
  readonly gate: AdmissionGate;
  readonly keeper: ReservationKeeper;
  readonly lines: WaitingLines;
  readonly desk: SettlementDesk;
  /** Answers that go on until somebody ends them. */
  readonly streams: LiveStreams;
  /** What can interrupt each running exchange. */
  readonly running: Set<Interruption>;
  readonly configuration: ManagedConfiguration;
  /** Absent when the host has no secret key. */
  readonly sealer?: Sealer;
  /** Today's routing. An exchange takes it once and keeps it, so a reload never changes a running one. */
  snapshot(): Snapshot;
}
