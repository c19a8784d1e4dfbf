/** Drives one streamed reply: opened by the attempt stage, run by the relay stage. */
import { GatewayError } from '@parley/protocol';
import type { Clock, ReplySink } from '../../ports.ts';
import { waitAtMost } from '../../wait-at-most.ts';
import type { Interruption } from '../request/interruption.ts';
import type { UpstreamConnection } from '../upstream/connection.ts';
import { ResponseTimer } from '../upstream/response-timer.ts';
import type { FairTurns } from './fair-turns.ts';
import type { ReplyStream } from './reply-stream.ts';

/** How long text waits for the next chunk at most, in milliseconds. The end of a reply mostly follows its last text sooner. */
const releaseMs = 50;

/** Where the text is written, and what may end the stream early. */
export interface Outlet {
  readonly sink: ReplySink;
  readonly interruption: Pick<Interruption, 'onInterrupt'>;
  readonly clock: Clock;
  readonly turns: FairTurns;
  /** Time without output after which the client gets a keep-alive, in milliseconds. */
  readonly keepAliveMs: number;
  /** How long a reply whose choices have all ended is held open for its usage, in milliseconds. */
  readonly finishGraceMs: number;
  /** The keep-alive of the client's dialect; empty where there is none. */
  readonly keepAlive: string;
  /** Reserves more for the reply; `undefined` when that is not needed. */
  readonly extend?: (() => Promise<void> | undefined) | undefined;
}

/**
 * Sends chunks from the upstream through a reply stream to the client. While it waits for a slow client, it
 * does not read from the upstream.
 */
export class StreamPump {
  readonly stream: ReplyStream;
  /** When the first text was written for the client, on the monotonic clock. */
  firstWriteTick: number | undefined;
  readonly #connection: UpstreamConnection;
  /** Output of the stream from before there was a sink to write to. */
  #pending: string;
  /** The error that ended the exchange from outside. */
  #stopped: GatewayError | undefined;
  #wake: (() => void) | undefined;
  /** A text waits for the client, so that a keep-alive would only wait behind it. */
  #awaitsClient = false;

  constructor(stream: ReplyStream, connection: UpstreamConnection, pending = '') {
    this.stream = stream;
    this.#connection = connection;
    this.#pending = pending;
  }

  /**
   * Reads until the reply has content, for a limited time: the client gets no response before.
   * @param limitMs milliseconds; the wait for a turn comes on top
   * @param hasBegun whether the reply has begun without content; its failure is then one of the stream
   * @throws GatewayError when the reply fails before it has content
   */
  async open(limitMs: number, turns: FairTurns, hasBegun = () => false): Promise<void> {
    let peekTimer: ReturnType<typeof setTimeout> | undefined;
    const expired = new Promise<'expired'>((resolve) => {
      peekTimer = setTimeout(() => {
        resolve('expired');
      }, limitMs);
    });
    const timer = this.#connection.startTimer();
    try {
      while (this.stream.state === 'open' && !this.stream.started && !hasBegun()) {
        const first = await Promise.race([this.#connection.peek(), expired]);
        if (first === 'expired') break;
        const chunk = await this.#connection.take();
        timer.onRead();
        const turn = takeTurn(turns, chunk);
        if (turn !== undefined) await turn;
        this.#pending += this.#feed(chunk);
      }
    } catch (thrown) {
      throw this.#connection.toError(thrown);
    } finally {
      clearTimeout(peekTimer);
      timer.stop();
    }
    const { state, started, error } = this.stream;
    if (state === 'failed' && !started && !hasBegun() && error !== undefined) throw error;
  }

  /**
   * Writes the reply except its last text, which the stream keeps until the exchange is settled. Closes the
   * upstream at the end. Never rejects: a failure becomes the error of the stream.
   */
  async run(outlet: Outlet): Promise<void> {
    const timer = this.#watch(outlet);
    const stopListening = outlet.interruption.onInterrupt((error) => {
      this.#stop(error);
    });
    this.#connection.forgetHeaders();
    try {
      await this.#write(outlet, timer, this.#takePending());
      await this.#relay(outlet, timer);
    } catch (thrown) {
      this.stream.fail(GatewayError.from(thrown));
    }
    stopListening();
    timer.stop();
    this.#connection.close();
  }

  /** Waits only for what has to be waited for, because the loop runs for every chunk. */
  async #relay(outlet: Outlet, timer: ResponseTimer): Promise<void> {
    while (this.stream.state === 'open') {
      let chunk: Uint8Array | undefined;
      if (this.stream.release !== undefined) await this.#releaseInTime(outlet, timer);
      try {
        chunk = await this.#take(outlet);
      } catch (thrown) {
        throw this.#connection.toError(thrown);
      }
      timer.onRead();
      const turn = takeTurn(outlet.turns, chunk);
      if (turn !== undefined) await turn;
      const written = this.#write(outlet, timer, this.#feed(chunk));
      if (written !== undefined) await written;
      const extended = outlet.extend?.();
      if (extended !== undefined) await this.#waitFor(extended, timer);
    }
  }

  /** Writes text that waits for the next chunk, unless that comes soon. */
  async #releaseInTime(outlet: Outlet, timer: ResponseTimer): Promise<void> {
    const isThere = (): boolean => true;
    // The read that follows handles a broken connection, which may be the end of a complete reply.
    const arrival = this.#connection.peek().then(isThere, isThere);
    if (await waitAtMost(releaseMs, arrival, false)) return;
    // A busy process may not have read yet what has arrived: it does so between two timers.
    if (await waitAtMost(0, arrival, false)) return;
    await this.#write(outlet, timer, this.stream.release?.() ?? '');
  }

  /** The next chunk; `undefined` at the end, or when the upstream does not close a complete reply in time. */
  #take({ finishGraceMs }: Outlet): Promise<Uint8Array | undefined> {
    return this.stream.isComplete ? this.#takeWithin(finishGraceMs) : this.#connection.take();
  }

  /** A connection that breaks is the end of a complete reply, too; an interruption or a time limit is not. */
  async #takeWithin(finishGraceMs: number): Promise<Uint8Array | undefined> {
    try {
      const arrival = this.#connection.peek().then(() => true);
      const isThere = await waitAtMost(finishGraceMs, arrival, false);
      return isThere ? await this.#connection.take() : undefined;
    } catch (thrown) {
      if (this.#stopped !== undefined) throw thrown;
      return undefined;
    }
  }

  /** What was written once is not kept while the stream is open. */
  #takePending(): string {
    const text = this.#pending;
    this.#pending = '';
    return text;
  }

  #feed(chunk: Uint8Array | undefined): string {
    if (chunk !== undefined) this.#connection.onRead();
    return chunk === undefined ? this.stream.close() : this.stream.push(chunk);
  }

  #watch({ sink, clock, keepAlive, keepAliveMs }: Outlet): ResponseTimer {
    return new ResponseTimer(
      clock,
      { ...this.#connection.timeLimits, keepAliveMs },
      {
        keepAlive: () => {
          if (keepAlive !== '' && !this.#awaitsClient) void sink.write(keepAlive);
        },
        expire: (error) => {
          this.#connection.abort(error);
          this.#stop(error);
        },
      },
    );
  }

  /** Ends a wait for a client that does not read. */
  #stop(error: GatewayError): void {
    this.#stopped = error;
    this.#wake?.();
  }

  /** Returns a promise to wait for when the client is slow. */
  #write({ sink, clock }: Outlet, timer: ResponseTimer, text: string): Promise<void> | undefined {
    if (text === '') return undefined;
    this.firstWriteTick ??= clock.monotonic();
    const slow = sink.write(text);
    timer.onWrite();
    if (slow !== undefined) {
      this.#awaitsClient = true;
      return this.#waitFor(slow, timer);
    }
    if (this.#stopped !== undefined) throw this.#stopped;
    return undefined;
  }

  /** Waits until the exchange is ended from outside at most, such as by its total time limit. */
  async #waitFor(promise: Promise<unknown>, timer: ResponseTimer): Promise<void> {
    // The upstream is not read meanwhile, so the wait does not count as its silence.
    timer.pause();
    await Promise.race([promise, this.#interrupted()]);
    if (this.#stopped !== undefined) throw this.#stopped;
    timer.resume();
    this.#awaitsClient = false;
  }

  #interrupted(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      if (this.#stopped !== undefined) resolve();
    });
  }
}

/** Returns a promise to wait for before a chunk is relayed; the end of the upstream's stream needs no turn. */
function takeTurn(turns: FairTurns, chunk: Uint8Array | undefined): Promise<void> | undefined {
  return chunk === undefined ? undefined : turns.use(chunk.byteLength);
}
