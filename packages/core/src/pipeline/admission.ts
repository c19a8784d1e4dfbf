/** Limits how many exchanges run at the same time in this process; entered by `admit`, left by `settle`. */
import { GatewayError } from '@parley/protocol';

export interface AdmissionGate {
  /** Takes a slot for an exchange until it leaves. @throws GatewayError `overloaded` */
  enter(exchangeId: string): void;
  /** Releases the slot of an exchange; does nothing if it has none. */
  leave(exchangeId: string): void;
  readonly open: boolean;
  /** How many slots are taken. */
  readonly running: number;
  /** Rejects new exchanges from now on; resolves when none is running. */
  close(): Promise<void>;
}

/** @param capacity maximum number of running exchanges, at least 1 */
export function createAdmissionGate(capacity: number): AdmissionGate {
  const slots = new Set<string>();
  let open = true;
  let onIdle: (() => void) | undefined;
  return {
    get open() {
      return open;
    },
    get running() {
      return slots.size;
    },
    enter(exchangeId) {
      if (!open) throw overloaded('The gateway is shutting down.', 'shutting_down');
      if (slots.size >= capacity) {
        throw overloaded('The gateway is overloaded.', 'too_many_exchanges');
      }
      slots.add(exchangeId);
    },
    leave(exchangeId) {
      if (slots.delete(exchangeId) && slots.size === 0) onIdle?.();
    },
    close() {
      open = false;
      if (slots.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        onIdle = resolve;
      });
    },
  };
}

function overloaded(message: string, reason: string): GatewayError {
  return new GatewayError('overloaded', message, { reason, retryAfter: 1 });
}
