/**
 * Whether there is an admin token, without which the admin API seems not to exist. It is needed for every request that is
 * refused, so the store is read once a second at most.
 */
import type { Clock } from '@parley/core/extension';
import type { AdminStore } from '@parley/core/store';

/** How long the answer counts, in milliseconds: a change by another process is noticed after that. */
const freshMs = 1_000;

export class TokenPresence {
  readonly #store: Pick<AdminStore, 'listAdminTokens'>;
  readonly #clock: Pick<Clock, 'monotonic'>;
  #exists: boolean | undefined;
  #readTick = -Infinity;

  constructor(store: Pick<AdminStore, 'listAdminTokens'>, clock: Pick<Clock, 'monotonic'>) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Whether there is a token. While one caller reads the store, others get the answer before it.
   * @throws StoreUnavailableError
   */
  async anyExists(): Promise<boolean> {
    const now = this.#clock.monotonic();
    if (this.#exists !== undefined && now - this.#readTick < freshMs) return this.#exists;
    this.#readTick = now;
    try {
      this.#exists = (await this.#store.listAdminTokens()).length > 0;
      return this.#exists;
    } catch (thrown) {
      this.expire();
      throw thrown;
    }
  }

  /** A token was found. */
  note(): void {
    this.#exists = true;
    this.#readTick = this.#clock.monotonic();
  }

  /** Has the store read again, because an operator may have deleted the last token. */
  expire(): void {
    this.#readTick = -Infinity;
  }
}
