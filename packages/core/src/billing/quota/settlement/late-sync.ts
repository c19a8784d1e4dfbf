/** Syncs the outbox when settlements wait for the store longer than a moment; used by `settlement-queue.ts`. */
import { createOutageLog, type OutageLog } from '../../../outage-log.ts';
import type { Logger, SettlementOutbox } from '../../../ports.ts';

/** Half of the time within which a settlement in the outbox is either in the store or synced, in milliseconds. */
const lookMs = 125;

const outage = {
  level: 'warn',
  begun: 'The outbox is written, but not synced.',
  over: 'The outbox is synced again.',
} as const;

export interface LateSyncOptions {
  readonly outbox: SettlementOutbox | undefined;
  readonly log: Logger;
  /** The settlement that has waited longest; undefined when none waits. */
  readonly findOldest: () => string | undefined;
}

/** Looks at regular intervals whether what waited at the last look still waits. */
export class LateSync {
  readonly #options: LateSyncOptions;
  readonly #outage: OutageLog;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What had waited longest at the last look. */
  #oldest: string | undefined;
  #isStopped = false;

  constructor(options: LateSyncOptions) {
    this.#options = options;
    this.#outage = createOutageLog(options.log, outage);
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
    const { outbox, findOldest } = this.#options;
    const oldest = findOldest();
    if (outbox !== undefined && oldest !== undefined && oldest === this.#oldest) {
      void this.#sync(outbox);
    }
    this.#oldest = oldest;
    if (oldest !== undefined) this.watch();
  }

  async #sync(outbox: SettlementOutbox): Promise<void> {
    try {
      await outbox.sync();
      this.#outage.end();
    } catch (cause) {
      this.#outage.begin({ cause });
    }
  }
}
