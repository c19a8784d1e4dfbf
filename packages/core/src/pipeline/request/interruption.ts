/** Ends exchanges early; made by `receive`, watched wherever an exchange waits. */
import { GatewayError } from '@parley/protocol';
import type { Host, HttpRequest } from '../../ports.ts';

/**
 * Reports that the client disconnected, that the time of the host is up, or that the gateway shuts down. The signal of
 * the request counts only until there is a response, because some hosts (Deno.serve) also abort it after a complete
 * response. A `departure` signal and a sink count until the exchange ends.
 */
export class Interruption {
  /** Absent when the exchange has ended, so that nothing that still refers to it keeps the host's request. */
  #host: Host | undefined;
  #signal: AbortSignal | undefined;
  #listeners: Set<(error: GatewayError) => void> | undefined;
  #error: GatewayError | undefined;
  #isComplete = false;

  constructor(request: HttpRequest, host: Host) {
    this.#host = host;
    const { sink, departure = request.signal, deadline } = host;
    deadline?.addEventListener('abort', () => {
      this.interrupt(totalTimeout());
    });
    this.#signal = sink === undefined ? departure : undefined;
    if (sink !== undefined) sink.onClose(this.#leave);
    else if (this.#signal?.aborted === true) this.#leave();
    else this.#signal?.addEventListener('abort', this.#leave, { once: true });
  }

  /** Why the exchange was interrupted; `undefined` while it runs. `canceled`: the client disconnected. */
  get error(): GatewayError | undefined {
    return this.#error;
  }

  /** Calls the listener once, at once if already interrupted. Returns a function that removes it. */
  onInterrupt(listener: (error: GatewayError) => void): () => void {
    if (this.#error !== undefined) listener(this.#error);
    else this.#listeners = (this.#listeners ?? new Set()).add(listener);
    return () => this.#listeners?.delete(listener);
  }

  interrupt(reason: GatewayError): void {
    if (this.#isComplete || this.#error !== undefined) return;
    this.#error = reason;
    for (const listener of this.#listeners ?? []) listener(reason);
    this.#listeners = undefined;
  }

  /**
   * There is a response: from now on the client disconnects by cancelling its body, or as the sink reports.
   * An abort of the request's signal is ignored.
   */
  respond(): void {
    if (this.#host?.departure === undefined) this.#ignoreSignal();
  }

  /** The exchange has ended; later interruptions are ignored. */
  complete(): void {
    this.#isComplete = true;
    this.#listeners = undefined;
    this.#ignoreSignal();
    this.#host = undefined;
  }

  readonly #leave = (): void => {
    this.interrupt(new GatewayError('canceled', 'The client disconnected.'));
  };

  #ignoreSignal(): void {
    this.#signal?.removeEventListener('abort', this.#leave);
    this.#signal = undefined;
  }
}

/** The error for an exchange that takes longer than its upstream or the host may. */
export function totalTimeout(): GatewayError {
  const message = 'The answer timed out: it took longer than it may.';
  return new GatewayError('upstream-timeout', message, { reason: 'total_timeout' });
}
