/** One HTTP call of an upstream, from the request to the end of the body; used by attempts and streams. */
import { GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import type { Upstream } from '../../models/routing/snapshot.ts';
import type { Clock, UpstreamResponse, UpstreamCall, UpstreamTransport } from '../../ports.ts';
import type { Interruption } from '../request/interruption.ts';
import { joinBytes } from '../request/join-bytes.ts';
import type { Attempt } from './attempt-log.ts';
import { ResponseTimer, type TimeLimits } from './response-timer.ts';
import { unreachable } from './unreachable.ts';

/** Shared by all bodies: each is decoded in one call, so no state is left in it. */
const decoder = new TextDecoder();

function decodePieces(pieces: readonly Uint8Array[]): string {
  return decoder.decode(pieces.length === 1 ? pieces[0] : joinBytes(pieces));
}

const noHeaders: UpstreamResponse['headers'] = { get: () => null };

/** What a call under way consists of. */
interface ConnectionParts {
  /** Ends the call with an error. */
  readonly expire: (error: GatewayError) => void;
  readonly signal: AbortSignal;
  /** Watches a call from its beginning to the end of a whole body. */
  readonly timer: ResponseTimer | undefined;
  /** Stops listening for interruptions. */
  readonly release: () => void;
  readonly attempt: Attempt;
  readonly clock: Clock;
}

/** A call whose response headers have arrived. */
export class UpstreamConnection {
  head: Omit<UpstreamResponse, 'body'>;
  readonly upstream: Upstream;
  readonly #body: UpstreamResponse['body'];
  readonly #parts: ConnectionParts;
  #reading: Promise<Uint8Array | undefined> | undefined;

  constructor(response: UpstreamResponse, upstream: Upstream, parts: ConnectionParts) {
    this.head = response;
    this.upstream = upstream;
    this.#body = response.body;
    this.#parts = parts;
  }

  /** The time limits of the body. */
  get timeLimits(): TimeLimits {
    const { idleMs, totalMs } = this.upstream;
    return { idleMs, totalMs, startedTick: this.#parts.attempt.startedTick };
  }

  /** Returns the next chunk without consuming it: the same one until `take` is called. */
  peek(): Promise<Uint8Array | undefined> {
    this.#reading ??= this.#body.read();
    return this.#reading;
  }

  /**
   * Does the same under the time limits of the upstream.
   * @throws GatewayError when the chunk takes too long or the connection breaks
   */
  peekInTime(): Promise<Uint8Array | undefined> {
    return this.#inTime(this.peek());
  }

  /**
   * Adds the chunk after it to the one that `peek` returns. Resolves to false at the end of the body.
   * @throws GatewayError as `peekInTime`
   */
  async peekFurther(): Promise<boolean> {
    const first = await this.peekInTime();
    const further = await this.#inTime(this.#body.read());
    if (first === undefined || further === undefined) return false;
    this.#reading = Promise.resolve(joinBytes([first, further]));
    return true;
  }

  async #inTime(reading: Promise<Uint8Array | undefined>): Promise<Uint8Array | undefined> {
    const timer = this.startTimer();
    try {
      return await reading;
    } catch (thrown) {
      throw this.toError(thrown);
    } finally {
      timer.stop();
    }
  }

  /**
   * Consumes the next chunk; `undefined` at the end. Rejects when the connection breaks, with an error that
   * `toError` turns into one for the client: a promise for that would cost every chunk its time.
   */
  take(): Promise<Uint8Array | undefined> {
    const reading = this.#reading ?? this.#body.read();
    this.#reading = undefined;
    return reading;
  }

  /** To be called before a long body: most upstreams send some kilobytes of headers. */
  forgetHeaders(): void {
    this.head = { status: this.head.status, headers: noHeaders };
  }

  /** To be called for every chunk that was read, at once. */
  onRead(): void {
    const { attempt, clock } = this.#parts;
    attempt.firstByteTick ??= clock.monotonic();
  }

  /** Starts to watch the time limits of the body while it is read; to be stopped. */
  startTimer(): ResponseTimer {
    const { clock, timer } = this.#parts;
    return timer ?? new ResponseTimer(clock, this.timeLimits, this.#parts);
  }

  /** Turns what was thrown while the body was read into an error for the client. */
  toError(thrown: unknown): GatewayError {
    return connectionFailure(thrown, this.#parts.signal);
  }

  /**
   * Reads the rest of the body as text, under the time limits of the upstream.
   * @param limit maximum size in bytes
   * @throws GatewayError when it is larger, takes too long or breaks off
   */
  async readText(limit: number): Promise<string> {
    const timer = this.startTimer();
    const pieces: Uint8Array[] = [];
    let length = 0;
    try {
      for (;;) {
        const chunk = await this.take();
        if (chunk === undefined) return decodePieces(pieces);
        this.onRead();
        timer.onRead();
        length += chunk.byteLength;
        if (length > limit) throw tooLarge();
        pieces.push(chunk);
      }
    } catch (thrown) {
      throw this.toError(thrown);
    } finally {
      timer.stop();
    }
  }

  /** Ends the call at once; pending reads reject with this error. */
  abort(error: GatewayError): void {
    this.#parts.expire(error);
  }

  /** Releases the connection. Must be called at the end of every call, whether it failed or not. */
  close(): void {
    const { release, attempt, clock, timer } = this.#parts;
    release();
    timer?.stop();
    attempt.endedTick ??= clock.monotonic();
    this.#body.cancel();
    this.#reading?.catch(() => undefined);
  }
}

/** The request to send, its target, and what may end it early. */
export interface OutgoingCall {
  readonly call: Omit<UpstreamCall, 'signal'>;
  readonly upstream: Upstream;
  readonly interruption: Pick<Interruption, 'onInterrupt'>;
  /** Receives the status and the times. */
  readonly attempt: Attempt;
  /** Whether the headers arrive only when the whole reply is finished, as for one that is not streamed. */
  readonly headEndsReply: boolean;
}

/**
 * Sends a call and waits for the headers of its response. Not an async function, which would keep its parameters, and
 * with them the text of the body, for as long as it waits.
 * @throws GatewayError `upstream-timeout`, `upstream-unavailable`, or the error that interrupted the exchange
 */
export function connect(
  { clock, transport }: Pick<GatewayContext, 'clock' | 'transport'>,
  { call, upstream, interruption, attempt, headEndsReply }: OutgoingCall,
): Promise<UpstreamConnection> {
  const abort = new AbortController();
  const { signal } = abort;
  const expire = (error: GatewayError): void => {
    abort.abort(error);
  };
  const release = interruption.onInterrupt(expire);
  const { idleMs, totalMs, firstByteMs, network } = upstream;
  const { startedTick } = attempt;
  const limits = { idleMs, totalMs, startedTick, awaitsHead: true };
  const timer = headEndsReply ? new ResponseTimer(clock, limits, { expire }) : undefined;
  const headTimer = timer === undefined ? limitHead(expire, firstByteMs) : undefined;
  const { method, url, headers, body } = call;
  const onSent = (): void => {
    attempt.isSent = true;
  };
  const sent = { method, url, headers, body, network, signal, onSent };
  const answering = send(upstream.transport ?? transport, sent);
  return awaitHead(answering, upstream, {
    parts: { expire, signal, timer, release, attempt, clock },
    headTimer,
  });
}

function send(transport: UpstreamTransport, call: UpstreamCall): Promise<UpstreamResponse> {
  try {
    return transport.send(call);
  } catch (thrown) {
    return Promise.reject(connectionFailure(thrown, call.signal));
  }
}

interface AwaitedHead {
  readonly parts: ConnectionParts;
  readonly headTimer: ReturnType<typeof setTimeout> | undefined;
}

async function awaitHead(
  answering: Promise<UpstreamResponse>,
  upstream: Upstream,
  { parts, headTimer }: AwaitedHead,
): Promise<UpstreamConnection> {
  const { attempt, timer, release, signal } = parts;
  try {
    const response = await answering;
    attempt.status = response.status;
    timer?.onHead();
    return new UpstreamConnection(response, upstream, parts);
  } catch (thrown) {
    release();
    timer?.stop();
    throw connectionFailure(thrown, signal);
  } finally {
    clearTimeout(headTimer);
  }
}

function limitHead(
  expire: (error: GatewayError) => void,
  firstByteMs: number,
): ReturnType<typeof setTimeout> {
  return setTimeout(() => {
    expire(firstByteTimeout());
  }, firstByteMs);
}

function firstByteTimeout(): GatewayError {
  return new GatewayError('upstream-timeout', 'The upstream timed out: its answer did not begin.', {
    reason: 'first_byte_timeout',
  });
}

/** The error for a reply that is larger than the gateway holds. */
export function tooLarge(): GatewayError {
  return new GatewayError('upstream-unavailable', 'The upstream response is too large.', {
    reason: 'upstream_answer_too_large',
  });
}

function connectionFailure(thrown: unknown, signal: AbortSignal): GatewayError {
  if (signal.reason instanceof GatewayError) return signal.reason;
  if (thrown instanceof GatewayError) return thrown;
  return unreachable(thrown);
}
