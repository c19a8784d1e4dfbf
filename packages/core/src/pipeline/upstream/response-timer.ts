import { GatewayError } from '@parley/protocol';
import type { Clock } from '../../ports.ts';

/** The waits of one answer, in milliseconds. */
export interface Patience {
  /** Longest silence of the upstream. */
  readonly idleMs: number;
  /** Longest whole answer. */
  readonly totalMs: number;
  /** Silence towards the caller after which a keep-alive is due. */
  readonly keepAliveMs: number;
}

export interface WatchActions {
  keepAlive(): void;
  expire(error: GatewayError): void;
}

/** One timer for all waits of a stream; what happens in between only notes the time. */
export class StreamWatch {
  readonly #clock: Clock;
  readonly #patience: Patience;
  readonly #actions: WatchActions;
  readonly #begin: number;
  #lastRead: number;
  #lastWrite: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(clock: Clock, patience: Patience, actions: WatchActions) {
    this.#clock = clock;
    this.#patience = patience;
    this.#actions = actions;
    this.#begin = this.#lastRead = this.#lastWrite = clock.monotonic();
    this.#arm(this.#begin);
  }

  noteRead(): void {
    this.#lastRead = this.#clock.monotonic();
  }

  noteWrite(): void {
    this.#lastWrite = this.#clock.monotonic();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #arm(now: number): void {
    const due = Math.min(
      this.#lastRead + this.#patience.idleMs,
      this.#begin + this.#patience.totalMs,
      this.#lastWrite + this.#patience.keepAliveMs,
    );
    this.#timer = setTimeout(
      () => {
        this.#check();
      },
      Math.max(1, due - now),
    );
  }

  #check(): void {
    const now = this.#clock.monotonic();
    if (now - this.#begin >= this.#patience.totalMs) {
      this.#actions.expire(timeout('The answer took longer than it may.', 'total_timeout'));
      return;
    }
    if (now - this.#lastRead >= this.#patience.idleMs) {
      this.#actions.expire(timeout('The upstream fell silent within its answer.', 'idle_timeout'));
      return;
    }
    if (now - this.#lastWrite >= this.#patience.keepAliveMs) {
      this.#lastWrite = now;
      this.#actions.keepAlive();
    }
    this.#arm(now);
  }
}

function timeout(message: string, reason: string): GatewayError {
  return new GatewayError('upstream-timeout', message, { reason });
}
