/** Limits the bytes of all request bodies that this process holds; taken while they are read, freed by `settle`. */
import { GatewayError } from '@parley/protocol';

export interface BodyBudget {
  /** Adds bytes of the body of an exchange. @throws GatewayError `overloaded` when there is no room */
  take(exchangeId: string, bytes: number): void;
  /** Whether there is room for a body. */
  hasRoom(bytes: number): boolean;
  /** Frees the bytes of an exchange; does nothing if it has none. */
  free(exchangeId: string): void;
}

/** @param capacity in bytes; a body alone always has room, because its own size is limited */
export function createBodyBudget(capacity: number): BodyBudget {
  const held = new Map<string, number>();
  let total = 0;
  const hasRoom = (bytes: number): boolean => total === 0 || total + bytes <= capacity;
  return {
    hasRoom,
    take(exchangeId, bytes) {
      const own = held.get(exchangeId) ?? 0;
      if (own < total && !hasRoom(bytes)) throw noRoom();
      held.set(exchangeId, own + bytes);
      total += bytes;
    },
    free(exchangeId) {
      total -= held.get(exchangeId) ?? 0;
      held.delete(exchangeId);
    },
  };
}

/** The error for a body for which there is no room now. */
export function noRoom(): GatewayError {
  const message = 'The gateway is overloaded: it holds as many request bodies as it may.';
  return new GatewayError('overloaded', message, { reason: 'too_many_body_bytes', retryAfter: 1 });
}
