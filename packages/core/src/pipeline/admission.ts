import { GatewayError } from '@parley/protocol';

/** Lets a bounded number of exchanges in, and none while the gateway is closing. */
export interface AdmissionGate {
  /** Takes a place; call the result once when the exchange is settled. @throws GatewayError `overloaded` */
  enter(): () => void;
  readonly open: boolean;
  readonly running: number;
  /** Refuses new exchanges from now on; resolves when none is running. */
  close(): Promise<void>;
}

/** @param capacity how many exchanges may run at once, at least 1 */
export function createAdmissionGate(capacity: number): AdmissionGate {
  let running = 0;
  let open = true;
  let onIdle: (() => void) | undefined;

  const leave = (): void => {
    running -= 1;
    if (running === 0) onIdle?.();
  };

  return {
    get open() {
      return open;
    },
    get running() {
      return running;
    },
    enter() {
      if (!open) throw overloaded('The gateway is shutting down.', 'shutting_down');
      if (running >= capacity) throw overloaded('The gateway is overloaded.', 'too_many_exchanges');
      running += 1;
      return once(leave);
    },
    close() {
      open = false;
      if (running === 0) return Promise.resolve();
      return new Promise((resolve) => {
        onIdle = resolve;
      });
    },
  };
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    action();
  };
}

function overloaded(message: string, reason: string): GatewayError {
  return new GatewayError('overloaded', message, { reason, retryAfter: 1 });
}
