/** Ends exchanges early; made by `receive`, watched wherever an exchange waits. */
import { GatewayError } from '@parley/protocol';
import type { Host } from '../ports.ts';

/** Tells that the caller left or that the gateway shuts down. */
export interface Interruption {
  /** Why the exchange was interrupted; `undefined` while it runs. Code `canceled` means the caller left. */
  readonly error: GatewayError | undefined;
  /** Calls back once; at once if the exchange is interrupted already. Gives a function that stops listening. */
  onInterrupt(listener: (error: GatewayError) => void): () => void;
  interrupt(error: GatewayError): void;
  /**
   * There is a response: from now on a caller leaves by cancelling its body, or as the sink of the host
   * reports. An abort of the request's signal no longer counts.
   */
  respond(): void;
  /** The exchange has ended: nothing interrupts it any more. */
  complete(): void;
}

/**
 * Watches whether the caller leaves. Some hosts abort the request's signal after a complete response, too
 * (Deno.serve), so that it counts only until there is a response. A `departure` signal or a sink of the
 * host counts to the end.
 */
export function watchInterruption(request: Request, host: Host): Interruption {
  const listeners = new Set<(error: GatewayError) => void>();
  let error: GatewayError | undefined;
  let complete = false;

  const signal = host.departure ?? request.signal;
  const ignoreSignal = (): void => {
    signal.removeEventListener('abort', leave);
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
      if (host.sink === undefined && host.departure === undefined) ignoreSignal();
    },
    complete() {
      complete = true;
      listeners.clear();
      if (host.sink === undefined) ignoreSignal();
    },
  };

  const leave = (): void => {
    interruption.interrupt(new GatewayError('canceled', 'The caller left.'));
  };
  if (host.sink !== undefined) host.sink.onClose(leave);
  else if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  return interruption;
}
