import type { GatewayContext } from '../context.ts';

/** A place among the running exchanges. */
export interface Admission {
  /** Gives the place back; further calls do nothing. */
  leave(): void;
}

/**
 * Lets an exchange in.
 * @throws GatewayError `overloaded` when the process runs as much as it may, or is shutting down
 */
export function admit(gateway: GatewayContext): Admission {
  return { leave: gateway.gate.enter() };
}
