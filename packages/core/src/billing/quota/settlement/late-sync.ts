/** Syncs the outbox when settlements wait for the store longer than a moment; used by `settlement-queue.ts`. */
import type { Logger, SettlementOutbox } from '../../../ports.ts';

/** Half of the time within which a settlement in the outbox is either in the store or synced, in milliseconds. */
const lookMs = 125;

export interface LateSyncOptions {
  readonly outbox: SettlementOutbox | undefined;
  readonly log: Logger;
  /** The settlement that has waited longest; undefined when none waits. */
  readonly findOldest: () => string | undefined;
}

/** Looks at regular intervals whether what waited at the last look still waits. */
export class LateSync {
  readonly #options: LateSyncOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What had waited longest at the last look. */
  #oldest: string | undefined;
  #isStopped = false;

  constructor(options: LateSyncOptions) {
    this.#options = options;
  }

  /** Called whenever a settlement begins to wait. */
  watch(): void {
    if (this.#isStopped || this.#options.outbox === undefined) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#look();
    }, lookMs);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #look(): void {
    const { outbox, log, findOldest } = this.#options;
    const oldest = findOldest();
    if (oldest !== undefined && oldest === this.#oldest) {
      outbox?.sync().catch((cause: unknown) => {
        log('warn', 'The outbox is written, but not synced.', { cause });
      });
    }
    this.#oldest = oldest;
    if (oldest !== undefined) this.watch();
  }
}
