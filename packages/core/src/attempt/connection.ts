import { GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import type { Exchange } from '../exchange.ts';
import type { UpstreamAnswer, UpstreamCall } from '../ports.ts';
import type { Upstream } from '../routing/snapshot.ts';

/** One running call of an upstream. Every failure comes out as a `GatewayError`. */
export class UpstreamConnection {
  readonly answer: UpstreamAnswer;
  readonly upstream: Upstream;
  readonly #abort: AbortController;
  readonly #release: () => void;
  #reading: Promise<Uint8Array | undefined> | undefined;

  constructor(
    answer: UpstreamAnswer,
    upstream: Upstream,
    control: { readonly abort: AbortController; readonly release: () => void },
  ) {
    this.answer = answer;
    this.upstream = upstream;
    this.#abort = control.abort;
    this.#release = control.release;
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
    this.#abort.abort(error);
  }

  /** Gives the connection back. To be called once the answer is done with, whatever its end. */
  close(): void {
    this.#release();
    this.answer.body.cancel();
    this.#reading?.catch(() => undefined);
  }

  async #read(): Promise<Uint8Array | undefined> {
    try {
      return await this.answer.body.read();
    } catch (thrown) {
      throw connectionFailure(thrown, this.#abort.signal);
    }
  }
}

/**
 * Sends a call and waits for the head of its answer.
 * @throws GatewayError `upstream-timeout`, `upstream-unavailable`, or what interrupted the exchange
 */
export async function connect(
  gateway: GatewayContext,
  exchange: Exchange,
  { call, upstream }: { readonly call: Omit<UpstreamCall, 'signal'>; readonly upstream: Upstream },
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
    const transport = upstream.provider.transport ?? gateway.transport;
    const answer = await transport.send({ ...call, signal: abort.signal });
    return new UpstreamConnection(answer, upstream, { abort, release });
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
