/** The time limits of one response; used for whole bodies and for streams. */
import { GatewayError } from '@parley/protocol';
import type { Clock } from '../../ports.ts';

/** In milliseconds. */
export interface TimeLimits {
  /** Longest pause of the upstream between two chunks. */
  readonly idleMs: number;
  /** Longest duration of the whole call. */
  readonly totalMs: number;
  /** When the call began, on the monotonic clock. */
  readonly startedTick: number;
  /** Time without output after which a keep-alive is due; absent where nothing is streamed. */
  readonly keepAliveMs?: number;
}

export interface TimerActions {
  keepAlive?(): void;
  expire(error: GatewayError): void;
}

/** One timer for all limits of a response; a read or a write only stores the time, which is fast. */
export class ResponseTimer {
  readonly #clock: Clock;
  readonly #limits: Required<TimeLimits>;
  readonly #actions: TimerActions;
  readonly #begin: number;
  #lastRead: number;
  #lastWrite: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(clock: Clock, limits: TimeLimits, actions: TimerActions) {
    this.#clock = clock;
    this.#limits = { keepAliveMs: Infinity, ...limits };
    this.#actions = actions;
    this.#begin = limits.startedTick;
    this.#lastRead = this.#lastWrite = clock.monotonic();
    this.#arm(this.#lastRead);
  }

  noteRead(): void {
    this.#lastRead = this.#clock.monotonic();
  }

  /** To be called in the turn of a read, whose time it has: reading the clock twice would cost every chunk. */
  noteWrite(): void {
    this.#lastWrite = this.#lastRead;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #arm(now: number): void {
    const due = Math.min(
      this.#lastRead + this.#limits.idleMs,
      this.#begin + this.#limits.totalMs,
      this.#lastWrite + this.#limits.keepAliveMs,
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
    if (now - this.#begin >= this.#limits.totalMs) {
      this.#actions.expire(totalTimeout());
      return;
    }
    if (now - this.#lastRead >= this.#limits.idleMs) {
      this.#actions.expire(
        timeout('The upstream timed out: it sent nothing more.', 'idle_timeout'),
      );
      return;
    }
    if (now - this.#lastWrite >= this.#limits.keepAliveMs) {
      this.#lastWrite = now;
      this.#actions.keepAlive?.();
    }
    this.#arm(now);
  }
}

/** The error for a call that takes longer than its upstream may. */
export function totalTimeout(): GatewayError {
  return timeout('The answer timed out: it took longer than it may.', 'total_timeout');
}

function timeout(message: string, reason: string): GatewayError {
  return new GatewayError('upstream-timeout', message, { reason });
}
