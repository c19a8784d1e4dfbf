/** Drives one streamed reply: opened by the attempt stage, run by the relay stage. */
import { GatewayError } from '@parley/protocol';
import type { Clock, ReplySink } from '../../ports.ts';
import type { Interruption } from '../interruption.ts';
import type { UpstreamConnection } from '../upstream/connection.ts';
import { ResponseTimer } from '../upstream/response-timer.ts';
import type { ReplyStream } from './reply-stream.ts';

/** Where the text goes, and what may end it early. */
export interface Outlet {
  readonly sink: ReplySink;
  readonly interruption: Interruption;
  readonly clock: Clock;
  /** Silence after which the caller gets a keep-alive, in milliseconds. */
  readonly keepAliveMs: number;
  /** The keep-alive of the caller's dialect; empty where there is none. */
  readonly keepAlive: string;
}

/**
 * Carries chunks from the upstream through a reply stream to the caller. It waits for a caller who reads
 * slowly and does not read the upstream meanwhile.
 */
export class StreamPump {
  readonly stream: ReplyStream;
  /** When the first text was written for the caller, on the monotonic clock. */
  firstWriteTick: number | undefined;
  readonly #connection: UpstreamConnection;
  /** What the stream gave before there was a caller to write to. */
  #pending: string;
  /** What ended the exchange from outside. */
  #stopped: GatewayError | undefined;
  #wake: (() => void) | undefined;

  constructor(stream: ReplyStream, connection: UpstreamConnection, pending = '') {
    this.stream = stream;
    this.#connection = connection;
    this.#pending = pending;
  }

  /**
   * Reads until the reply has content, but no longer than the caller can be left without a response.
   * @throws GatewayError when the reply fails before it has content
   */
  async open(limitMs: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const expired = new Promise<'expired'>((resolve) => {
      timer = setTimeout(() => {
        resolve('expired');
      }, limitMs);
    });
    try {
      while (this.stream.state === 'open' && !this.stream.started) {
        const first = await Promise.race([this.#connection.peek(), expired]);
        if (first === 'expired') break;
        this.#pending += this.#feed(await this.#connection.take());
      }
    } finally {
      clearTimeout(timer);
    }
    const { state, started, error } = this.stream;
    if (state === 'failed' && !started && error !== undefined) throw error;
  }

  /**
   * Writes the reply but its last text, which waits in the stream until the exchange is settled. The
   * upstream is closed then. Never rejects: what goes wrong becomes the error of the stream.
   */
  async run(outlet: Outlet): Promise<void> {
    const timer = this.#watch(outlet);
    const stopListening = outlet.interruption.onInterrupt((error) => {
      this.#stop(error);
    });
    try {
      await this.#write(outlet, timer, this.#pending);
      while (this.stream.state === 'open') {
        const chunk = await this.#connection.take();
        timer.noteRead();
        await this.#write(outlet, timer, this.#feed(chunk));
      }
    } catch (thrown) {
      this.stream.fail(GatewayError.from(thrown));
    }
    stopListening();
    timer.stop();
    this.#connection.close();
  }

  #feed(chunk: Uint8Array | undefined): string {
    return chunk === undefined ? this.stream.close() : this.stream.push(chunk);
  }

  #watch({ sink, clock, keepAlive, keepAliveMs }: Outlet): ResponseTimer {
    const { idleMs, totalMs } = this.#connection.upstream;
    return new ResponseTimer(
      clock,
      { idleMs, totalMs, keepAliveMs },
      {
        keepAlive: () => {
          if (keepAlive !== '') void sink.write(keepAlive);
        },
        expire: (error) => {
          this.#connection.abort(error);
          this.#stop(error);
        },
      },
    );
  }

  /** Ends a wait for a caller who does not read. */
  #stop(error: GatewayError): void {
    this.#stopped = error;
    this.#wake?.();
  }

  async #write({ sink, clock }: Outlet, timer: ResponseTimer, text: string): Promise<void> {
    if (text === '') return;
    this.firstWriteTick ??= clock.monotonic();
    const slow = sink.write(text);
    timer.noteWrite();
    if (slow !== undefined) await Promise.race([slow, this.#interrupted()]);
    if (this.#stopped !== undefined) throw this.#stopped;
    // The upstream was not read meanwhile, so its silence is no fault.
    if (slow !== undefined) timer.noteRead();
  }

  #interrupted(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      if (this.#stopped !== undefined) resolve();
    });
  }
}
