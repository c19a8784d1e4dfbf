/** Ends exchanges early; made by `receive`, watched wherever an exchange waits. */
import { GatewayError } from '@parley/protocol';
import type { Host, HttpRequest } from '../ports.ts';

/** Reports that the client disconnected or that the gateway shuts down. */
export interface Interruption {
  /** Why the exchange was interrupted; `undefined` while it runs. `canceled`: the client disconnected. */
  readonly error: GatewayError | undefined;
  /** Calls the listener once, at once if already interrupted. Returns a function that removes it. */
  onInterrupt(listener: (error: GatewayError) => void): () => void;
  interrupt(error: GatewayError): void;
  /**
   * There is a response: from now on the client disconnects by cancelling its body, or as the sink reports.
   * An abort of the request's signal is ignored.
   */
  respond(): void;
  /** The exchange has ended; later interruptions are ignored. */
  complete(): void;
}

/**
 * Detects that the client disconnects. The request's signal counts only until there is a response, because
 * some hosts (Deno.serve) also abort it after a complete response. A `departure` signal and a sink count
 * until the exchange ends.
 */
export function watchInterruption(request: HttpRequest, host: Host): Interruption {
  const listeners = new Set<(error: GatewayError) => void>();
  let error: GatewayError | undefined;
  let complete = false;

  const signal = host.sink === undefined ? (host.departure ?? request.signal) : undefined;
  const ignoreSignal = (): void => {
    signal?.removeEventListener('abort', leave);
  };

  const interruption: Interruption = {
    get error() {
      return error;
    },
    onInterrupt(listener) {
      if (error === undefined) listeners.add(listener);
      else listener(error);
      return () => listeners.delete(listener);
    },
    interrupt(reason) {
      if (complete || error !== undefined) return;
      error = reason;
      for (const listener of listeners) listener(reason);
      listeners.clear();
    },
    respond() {
      if (host.departure === undefined) ignoreSignal();
    },
    complete() {
      complete = true;
      listeners.clear();
      ignoreSignal();
    },
  };

  const leave = (): void => {
    interruption.interrupt(new GatewayError('canceled', 'The client disconnected.'));
  };
  if (host.sink !== undefined) host.sink.onClose(leave);
  else if (signal?.aborted === true) leave();
  else signal?.addEventListener('abort', leave, { once: true });
  return interruption;
}
