/** Releases the slices that a process gives back; used by `slices.ts`. */
import type { Logger } from '../../../ports.ts';
import type { Store } from '../../../store/index.ts';
import type { ReservationLeases } from './reservation-leases.ts';
import type { Slice } from './slice.ts';

/** What is needed to give amounts back to the store. */
export interface ReturnParts {
  readonly store: Pick<Store, 'release'>;
  readonly log: Logger;
  readonly leases: ReservationLeases;
  /** Called when amounts were given back. */
  readonly onReturned: (keyId: string, accountId: string) => void;
}

/** How long a refused request waits for settlements of idle slices to reach the store, in milliseconds. */
const longestWaitMs = 250;

export class ReturnedSlices {
  readonly #parts: ReturnParts;
  readonly #releases = new Set<Promise<void>>();
  /** Called when a slice was released. */
  readonly #listeners = new Set<() => void>();

  constructor(parts: ReturnParts) {
    this.#parts = parts;
  }

  /** Releases what a slice holds; what the store does not release now is released later. */
  release(slice: Slice): void {
    const release = this.#release(slice).finally(() => this.#releases.delete(release));
    this.#releases.add(release);
  }

  async #release({ id, key }: Slice): Promise<void> {
    const { store, leases, log, onReturned } = this.#parts;
    try {
      await store.release(id, key.limits);
      leases.drop(id);
    } catch (cause) {
      leases.abandon(id);
      log('warn', 'A reservation could not be given back yet.', { request_id: id, cause });
    }
    onReturned(key.id, key.accountId);
    for (const listener of this.#listeners) listener();
  }

  /** Resolves when the releases that have begun are over. Never rejects. */
  async whenReleased(): Promise<void> {
    await Promise.all(this.#releases);
  }

  /** Waits for slices that are closing; not for long, because their settlements may be late. */
  async waitFor(slices: readonly Slice[]): Promise<void> {
    const isOver = () => slices.every(({ hasEnded }) => hasEnded);
    if (!isOver()) await this.#waitUntil(isOver);
    await this.whenReleased();
  }

  async #waitUntil(isOver: () => boolean): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#listeners.delete(listener);
        resolve();
      };
      const listener = (): void => {
        if (isOver()) end();
      };
      const timer = setTimeout(end, longestWaitMs);
      this.#listeners.add(listener);
    });
  }
}
