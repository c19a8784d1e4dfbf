import type { Clock, Logger } from '../../ports.ts';
import type { Store } from '../../store/index.ts';

/** Keeps the reservations of one process alive, and gives back those of processes that have gone. */
export interface ReservationLeases {
  /** Who holds them: this process, and no other. */
  readonly owner: string;
  /** How long a reservation lives without being renewed, in milliseconds. */
  readonly lifeMs: number;
  /**
   * From now on this exchange may hold something. Without `byTimer` nothing is renewed but by
   * `maintain`: a host on which timers end with the request that started them says so.
   */
  hold(exchangeId: string, byTimer?: boolean): void;
  /** It holds nothing any more. */
  drop(exchangeId: string): void;
  /** It has ended, but the store may still hold something for it: that is given back from here. */
  abandon(exchangeId: string): void;
  /** Sweeps when it was not done for a while: for hosts on which no timer runs between two requests. */
  sweepIfDue(): void;
  /** Renews, gives back and sweeps, each if it is due. Resolves when it is done; never rejects. */
  maintain(): Promise<void>;
  close(): void;
}

const lifeMs = 45_000;
const renewMs = 15_000;
const sweepMs = 10_000;

export function createReservationLeases(
  store: Store,
  clock: Clock,
  log: Logger,
): ReservationLeases {
  return new Keeper({ store, clock, log });
}

interface KeeperParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Timers run only while something is held, so that an idle process may sleep or end. */
class Keeper implements ReservationLeases {
  readonly owner = crypto.randomUUID();
  readonly lifeMs = lifeMs;
  readonly #parts: KeeperParts;
  readonly #held = new Set<string>();
  /** An owner that lives renews these too, so that they would never expire. */
  readonly #abandoned = new Set<string>();
  readonly #timers: ReturnType<typeof setInterval>[] = [];
  #sweptAt = -Infinity;
  #renewedAt = -Infinity;
  /** When it was last tried by `maintain`. */
  #tickedAt = -Infinity;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
  }

  hold(exchangeId: string, byTimer = true): void {
    // What was held before keeps its own time; with nothing held there was nothing to renew.
    if (this.#held.size === 0) this.#tickedAt = this.#renewedAt = this.#parts.clock.monotonic();
    this.#held.add(exchangeId);
    if (!byTimer || this.#timers.length > 0) return;
    this.#timers.push(
      setInterval(() => void this.#tick(), renewMs),
      setInterval(() => void this.#sweepNow(), sweepMs),
    );
  }

  drop(exchangeId: string): void {
    this.#held.delete(exchangeId);
    this.#restIfIdle();
  }

  abandon(exchangeId: string): void {
    if (this.#held.delete(exchangeId)) this.#abandoned.add(exchangeId);
  }

  sweepIfDue(): void {
    void this.#sweepDue();
  }

  async maintain(): Promise<void> {
    const isDue = this.#parts.clock.monotonic() - this.#tickedAt >= renewMs;
    if (isDue && this.#held.size + this.#abandoned.size > 0) await this.#tick();
    await this.#sweepDue();
  }

  close(): void {
    this.#held.clear();
    this.#abandoned.clear();
    this.#restIfIdle();
  }

  async #tick(): Promise<void> {
    this.#tickedAt = this.#parts.clock.monotonic();
    const renewed = this.#attempt('renew', () => this.#renew());
    if (this.#abandoned.size > 0) await this.#attempt('release', () => this.#release());
    await renewed;
  }

  async #sweepDue(): Promise<void> {
    if (this.#parts.clock.monotonic() - this.#sweptAt >= sweepMs) await this.#sweepNow();
  }

  async #sweepNow(): Promise<void> {
    this.#sweptAt = this.#parts.clock.monotonic();
    await this.#attempt('sweep', () => this.#sweep());
  }

  async #renew(): Promise<void> {
    const { store, clock } = this.#parts;
    await store.renewReservations(this.owner, lifeMs);
    this.#renewedAt = clock.monotonic();
  }

  async #release(): Promise<void> {
    for (const exchangeId of this.#abandoned) {
      await this.#parts.store.release(exchangeId);
      this.#abandoned.delete(exchangeId);
    }
    this.#restIfIdle();
  }

  async #sweep(): Promise<void> {
    const { store, clock, log } = this.#parts;
    // After an outage of the store our own would be swept away while they are still in use.
    const isOverdue = clock.monotonic() - this.#renewedAt > 2 * renewMs;
    if (this.#held.size > 0 && isOverdue) await this.#renew();
    const count = await store.freeExpired();
    if (count > 0) log('warn', 'Reservations of processes that have gone were freed.', { count });
  }

  /** What fails is done later. */
  async #attempt(action: string, run: () => Promise<void>): Promise<void> {
    await run().catch((cause: unknown) => {
      this.#parts.log('warn', 'The store did not keep reservations in order.', { action, cause });
    });
  }

  #restIfIdle(): void {
    if (this.#held.size + this.#abandoned.size > 0) return;
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
  }
}
