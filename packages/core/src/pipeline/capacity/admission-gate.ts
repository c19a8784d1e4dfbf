/** Limits how many exchanges run at the same time in this process; entered by `admit`, left by `settle`. */
import { GatewayError } from '@parley/protocol';
import type { RunningExchange } from './running-exchanges.ts';

type SlotHolder = Pick<RunningExchange, 'hasSlot'>;

/** How many exchanges run, and whether more may begin. */
export interface AdmissionState {
  /** @throws GatewayError `overloaded` when it is closed */
  checkOpen(): void;
  /** False when it is closed, or will be in a moment. */
  readonly open: boolean;
  /** How many slots are taken. */
  readonly running: number;
}

/** The slots of a process, one for each running exchange. */
export interface AdmissionGate extends AdmissionState {
  /** Takes a slot for an exchange until it leaves. @throws GatewayError `overloaded` */
  enter(exchange: SlotHolder): void;
  /** Releases the slot of an exchange; does nothing if it has none. */
  leave(exchange: SlotHolder): void;
  /** States that it closes soon; admits exchanges as before. */
  announceClose(): void;
  /** Rejects new exchanges from now on; resolves when none is running. */
  close(): Promise<void>;
}

/** @param capacity maximum number of running exchanges, at least 1 */
export function createAdmissionGate(capacity: number): AdmissionGate {
  let taken = 0;
  let open = true;
  let isAnnounced = false;
  let onIdle: (() => void) | undefined;
  const checkOpen = (): void => {
    if (!open) throw overloaded('The gateway is shutting down.', 'shutting_down');
  };
  return {
    get open() {
      return open && !isAnnounced;
    },
    get running() {
      return taken;
    },
    checkOpen,
    enter(exchange) {
      checkOpen();
      if (taken >= capacity) {
        throw overloaded('The gateway is overloaded.', 'too_many_exchanges');
      }
      exchange.hasSlot = true;
      taken += 1;
    },
    leave(exchange) {
      if (!exchange.hasSlot) return;
      exchange.hasSlot = false;
      taken -= 1;
      if (taken === 0) onIdle?.();
    },
    announceClose() {
      isAnnounced = true;
    },
    close() {
      open = false;
      if (taken === 0) return Promise.resolve();
      return new Promise((resolve) => {
        onIdle = resolve;
      });
    },
  };
}

function overloaded(message: string, reason: string): GatewayError {
  return new GatewayError('overloaded', message, { reason, retryAfter: 1 });
}
