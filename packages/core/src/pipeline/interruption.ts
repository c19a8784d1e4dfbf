import { GatewayError } from '@parley/protocol';
import type { Host } from '../ports.ts';

/** Ends an exchange early: because its caller left, or because the gateway must stop. */
export interface Interruption {
  /** Why the exchange was interrupted; `undefined` while it runs. Code `canceled` means the caller left. */
  readonly error: GatewayError | undefined;
  /** Calls back once, at once if it has happened already. Gives a function that stops listening. */
  onInterrupt(listener: (error: GatewayError) => void): () => void;
  interrupt(error: GatewayError): void;
  /**
   * The response exists: from now on its caller leaves by cancelling the body, or as a lent sink says.
   * What the request's signal does no longer counts.
   */
  respond(): void;
  /** The exchange is over: whatever the host reports from now on is no departure. */
  complete(): void;
}

/**
 * Watches for the caller's departure. Some hosts abort the request's signal after a good answer too
 * (Deno.serve), so it is believed only until there is a response. What a host lends for it is believed
 * to the end.
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
