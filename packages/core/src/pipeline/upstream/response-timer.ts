/** The time limits of one response; used for whole bodies and for streams. */
import { GatewayError } from '@parley/protocol';
import type { Clock } from '../../ports.ts';
import { totalTimeout } from '../request/interruption.ts';

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
  /** True while the headers are awaited, until `onHead`: pauses do not count yet. */
  readonly awaitsHead?: boolean;
}

/** What happens while a response is silent, and when its time is over. */
export interface TimerActions {
  keepAlive?(): void;
  expire(error: GatewayError): void;
}

/** A timer that is later than this many milliseconds shows that the process was suspended, as by `docker pause`. */
const suspendedMs = 2_000;

/** One timer for all limits of a response; a read or a write only stores the time, which is fast. */
export class ResponseTimer {
  readonly #clock: Clock;
  readonly #idleMs: number;
  readonly #totalMs: number;
  readonly #keepAliveMs: number;
  readonly #actions: TimerActions;
  readonly #begin: number;
  #lastRead: number;
  #lastWrite: number;
  #isPaused: boolean;
  #due = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(clock: Clock, limits: TimeLimits, actions: TimerActions) {
    this.#clock = clock;
    this.#idleMs = limits.idleMs;
    this.#totalMs = limits.totalMs;
    this.#keepAliveMs = limits.keepAliveMs ?? Infinity;
    this.#isPaused = limits.awaitsHead ?? false;
    this.#actions = actions;
    this.#begin = limits.startedTick;
    this.#lastRead = this.#lastWrite = clock.monotonic();
    this.#arm(this.#lastRead);
  }

  /** The headers have arrived. */
  onHead(): void {
    this.resume();
  }

  /** The upstream is not read until `resume`, so its silence does not count. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.onRead();
  }

  onRead(): void {
    this.#lastRead = this.#clock.monotonic();
  }

  /** To be called in the turn of a read, whose time it has: reading the clock twice would cost every chunk. */
  onWrite(): void {
    this.#lastWrite = this.#lastRead;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #arm(now: number): void {
    const due = Math.min(
      this.#lastRead + this.#idleMs,
      this.#begin + this.#totalMs,
      this.#lastWrite + this.#keepAliveMs,
    );
    this.#due = due;
    this.#timer = setTimeout(
      () => {
        this.#check();
      },
      Math.max(1, due - now),
    );
  }

  #check(): void {
    const now = this.#clock.monotonic();
    if (now - this.#begin >= this.#totalMs) {
      this.#actions.expire(totalTimeout());
      return;
    }
    // What has arrived while the process was suspended is read after this timer.
    if (this.#isPaused || now - this.#due > suspendedMs) this.#lastRead = now;
    if (now - this.#lastRead >= this.#idleMs) {
      this.#actions.expire(idleTimeout());
      return;
    }
    if (now - this.#lastWrite >= this.#keepAliveMs) {
      this.#lastWrite = now;
      this.#actions.keepAlive?.();
    }
    this.#arm(now);
  }
}

function idleTimeout(): GatewayError {
  const message = 'The upstream timed out: it sent nothing more.';
  return new GatewayError('upstream-timeout', message, { reason: 'idle_timeout' });
}
