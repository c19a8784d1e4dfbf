/** What an exchange holds of a reservation: granted by a slice, extended while it runs, ended by its settlement. */
import type { Amount, SettledReservation, Standing } from '../../../store/index.ts';

/** What is held in addition, or given back where it is below 0. */
export interface Extension extends Amount {
  /** At most 0. */
  readonly slots?: number;
  /** True when it may exceed a limit that is not exceeded yet. */
  readonly overdraft: boolean;
}

/** What an exchange holds of a reservation. */
export interface Hold {
  /** Holds more. Returns false when a limit does not allow it. Never rejects. */
  extend(more: Extension): Promise<boolean>;
  /** The exchange has ended: returns what its settlement takes out of the reservation. Called once. */
  end(used: Amount): SettledReservation;
  /** The exchange has ended and will not be settled. Called once, instead of `end`. */
  drop(): void;
  /**
   * The exchange goes on after its response and may be settled by another process. Called once, instead of `end`,
   * for an exchange with a reservation of its own, which stays.
   */
  detach(): void;
}

/** Amounts that were granted to an exchange. */
export interface Drawn extends Amount {
  readonly kind: 'granted';
  /** Present when the upper bound was reserved, because a limit is near its end. */
  readonly isBound?: true;
  readonly standing: Standing;
  readonly hold: Hold;
}
