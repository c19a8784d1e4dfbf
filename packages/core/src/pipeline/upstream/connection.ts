import { GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import type { AttemptFacts, Exchange } from '../exchange.ts';
import type { Clock, UpstreamAnswer, UpstreamCall } from '../../ports.ts';
import type { Upstream } from '../../models/routing/snapshot.ts';

/** What a connection works with. */
interface ConnectionParts {
  readonly abort: AbortController;
  /** Stops listening for interruptions. */
  readonly release: () => void;
  /** Learns when the answer began and ended. */
  readonly attempt: AttemptFacts;
  readonly clock: Clock;
}

/** One running call of an upstream. Every failure comes out as a `GatewayError`. */
export class UpstreamConnection {
  readonly answer: UpstreamAnswer;
  readonly upstream: Upstream;
  readonly #parts: ConnectionParts;
  #reading: Promise<Uint8Array | undefined> | undefined;

  constructor(answer: UpstreamAnswer, upstream: Upstream, parts: ConnectionParts) {
    this.answer = answer;
    this.upstream = upstream;
    this.#parts = parts;
  }

  /** The next chunk, without taking it: the same one again until `take`. */
  peek(): Promise<Uint8Array | undefined> {
    this.#reading ??= this.#read();
    return this.#reading;
  }

  /** Takes the next chunk; `undefined` at the end. @throws GatewayError when the connection breaks */
  async take(): Promise<Uint8Array | undefined> {
    const chunk = await this.peek();
    this.#reading = undefined;
    return chunk;
  }

  /** Ends the call at once; reads that wait are rejected with this error. */
  abort(error: GatewayError): void {
    this.#parts.abort.abort(error);
  }

  /** Gives the connection back. To be called once the answer is done with, whatever its end. */
  close(): void {
    const { release, attempt, clock } = this.#parts;
    release();
    attempt.endedTick ??= clock.monotonic();
    this.answer.body.cancel();
    this.#reading?.catch(() => undefined);
  }

  async #read(): Promise<Uint8Array | undefined> {
    const { abort, attempt, clock } = this.#parts;
    try {
      const chunk = await this.answer.body.read();
      if (chunk !== undefined) attempt.firstByteTick ??= clock.monotonic();
      return chunk;
    } catch (thrown) {
      throw connectionFailure(thrown, abort.signal);
    }
  }
}

/** What is sent to an upstream, and where it is written down. */
export interface OutgoingCall {
  readonly call: Omit<UpstreamCall, 'signal'>;
  readonly upstream: Upstream;
  readonly attempt: AttemptFacts;
}

/**
 * Sends a call and waits for the head of its answer.
 * @throws GatewayError `upstream-timeout`, `upstream-unavailable`, or what interrupted the exchange
 */
export async function connect(
  gateway: GatewayContext,
  exchange: Exchange,
  { call, upstream, attempt }: OutgoingCall,
): Promise<UpstreamConnection> {
  const abort = new AbortController();
  const release = exchange.interruption.onInterrupt((error) => {
    abort.abort(error);
  });
  const timer = setTimeout(() => {
    abort.abort(
      new GatewayError('upstream-timeout', 'The upstream did not begin to answer in time.', {
        reason: 'first_byte_timeout',
      }),
    );
  }, upstream.firstByteMs);
  try {
    const transport = upstream.transport ?? gateway.transport;
    const answer = await transport.send({ ...call, signal: abort.signal });
    attempt.status = answer.status;
    return new UpstreamConnection(answer, upstream, {
      abort,
      release,
      attempt,
      clock: gateway.clock,
    });
  } catch (thrown) {
    release();
    throw connectionFailure(thrown, abort.signal);
  } finally {
    clearTimeout(timer);
  }
}

function connectionFailure(thrown: unknown, signal: AbortSignal): GatewayError {
  if (signal.aborted && signal.reason instanceof GatewayError) return signal.reason;
  if (thrown instanceof GatewayError) return thrown;
  return new GatewayError('upstream-unavailable', 'The connection to the upstream failed.', {
    reason: 'upstream_unreachable',
    cause: thrown,
  });
}
