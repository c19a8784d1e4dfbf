/** Renews the reservations of this process, and releases those of processes that ended without doing so. */
import { createOutageLog, type OutageLog } from '../../../outage-log.ts';
import type { Clock, Logger } from '../../../ports.ts';
import type { Store } from '../../../store/index.ts';

const lifeMs = 45_000;
const sweepMs = 10_000;
/** Within this time, every process renews its reservations. */
const renewalMs = 2 * sweepMs;
/** How much more time may pass in the store than here between two sweeps, in milliseconds. */
const mostDriftMs = 5_000;
const outageTexts = {
  level: 'warn',
  begun: 'Reservations could not be maintained in the store.',
  over: 'Reservations are maintained in the store again.',
} as const;

/** The parts of a gateway that leases need. */
export interface LeaseParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * The leases of the reservations that this process has made. The timer runs only while something is reserved, so that
 * an idle process may sleep or exit.
 */
export class ReservationLeases {
  /** Identifies this process as the owner of its reservations. */
  readonly owner = crypto.randomUUID();
  /** How long a reservation lives without being renewed, in milliseconds. */
  readonly lifeMs = lifeMs;
  readonly #parts: LeaseParts;
  readonly #outage: OutageLog;
  readonly #registered = new Set<string>();
  /** Those of the registered ones that any process may settle. */
  readonly #detached = new Set<string>();
  /** Reservations to release. Renewing the owner renews these too, so they would never expire. */
  readonly #abandoned = new Set<string>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #sweptAt = -Infinity;
  /** The last time of the store, and what it was on the monotonic clock. */
  #lastTime: { readonly ofStore: number; readonly monotonic: number } | undefined;
  /** Until this time on the monotonic clock, nothing is released. */
  #quietUntil = -Infinity;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
    this.#outage = createOutageLog(parts.log, outageTexts);
  }

  /**
   * Registers the exchange before its reservation is made. Without `byTimer` only `maintain` renews it, for
   * hosts on which timers end with the request that started them.
   */
  register(exchangeId: string, byTimer = true): void {
    this.#registered.add(exchangeId);
    if (byTimer) this.#timer ??= setInterval(() => void this.#sweepNow(), sweepMs);
  }

  /** Whether this process has registered the exchange. */
  has(exchangeId: string): boolean {
    return this.#registered.has(exchangeId);
  }

  /** The exchange no longer has a reservation. */
  drop(exchangeId: string): void {
    this.#registered.delete(exchangeId);
    this.#detached.delete(exchangeId);
    this.#restIfIdle();
  }

  /** The exchange goes on after its response, and any process may settle it. */
  detach(exchangeId: string): void {
    if (this.#registered.has(exchangeId)) this.#detached.add(exchangeId);
  }

  /** The exchanges that are detached, and not known to be settled. */
  get detached(): readonly string[] {
    return [...this.#detached];
  }

  /** The exchange has ended, but the store may still hold its reservation; it is released later. */
  abandon(exchangeId: string): void {
    this.#detached.delete(exchangeId);
    if (this.#registered.delete(exchangeId)) this.#abandoned.add(exchangeId);
  }

  /**
   * Renews the reservations of this process, and releases abandoned and expired ones, if that is due; for hosts on
   * which no timer runs between two requests.
   */
  sweepIfDue(): void {
    void this.#sweepDue();
  }

  /** Sweeps if it is due. Resolves when done; never rejects. */
  async maintain(): Promise<void> {
    await this.#sweepDue();
  }

  close(): void {
    this.#registered.clear();
    this.#detached.clear();
    this.#abandoned.clear();
    this.#restIfIdle();
  }

  async #sweepDue(): Promise<void> {
    if (this.#parts.clock.monotonic() - this.#sweptAt >= sweepMs) await this.#sweepNow();
  }

  /**
   * Renews first: after an outage of the store, or a step of its clock, a sweep would release reservations that are
   * still in use.
   */
  async #sweepNow(): Promise<void> {
    this.#sweptAt = this.#parts.clock.monotonic();
    const isRenewed =
      this.#registered.size === 0 || (await this.#attempt('renew', () => this.#renew()));
    let isReleased = true;
    for (const id of this.#abandoned) {
      if (!(await this.#attempt('release', () => this.#release(id)))) isReleased = false;
    }
    const isSwept = isRenewed && (await this.#attempt('sweep', () => this.#sweep()));
    if (isReleased && isSwept) this.#outage.end();
  }

  async #renew(): Promise<void> {
    await this.#parts.store.renewReservations(this.owner, lifeMs);
  }

  async #release(exchangeId: string): Promise<void> {
    await this.#parts.store.release(exchangeId);
    this.#abandoned.delete(exchangeId);
    this.#restIfIdle();
  }

  async #sweep(): Promise<void> {
    const { store, log } = this.#parts;
    if (await this.#isQuiet()) return;
    const count = await store.releaseExpired();
    if (count > 0) log('warn', 'Reservations of ended processes were released.', { count });
  }

  /**
   * After a step of the store's clock, what has expired may be in use: every process gets the time to renew its
   * reservations before any is released.
   */
  async #isQuiet(): Promise<boolean> {
    const { store, clock } = this.#parts;
    const time = { ofStore: await store.readTime(), monotonic: clock.monotonic() };
    const last = this.#lastTime ?? time;
    this.#lastTime = time;
    const drift = time.ofStore - last.ofStore - (time.monotonic - last.monotonic);
    if (drift > mostDriftMs) this.#quietUntil = time.monotonic + renewalMs;
    return time.monotonic < this.#quietUntil;
  }

  /** Returns false after a failure; the next sweep retries. */
  async #attempt(action: string, run: () => Promise<void>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (cause) {
      this.#outage.begin({ action, cause });
      return false;
    }
  }

  #restIfIdle(): void {
    if (this.#registered.size + this.#abandoned.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
