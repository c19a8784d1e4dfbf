/** Limits the bytes of all request bodies that this process holds; taken while they are read, freed by `settle`. */
import { GatewayError } from '@parley/protocol';
import type { RunningExchange } from './running-exchanges.ts';

type BodyHolder = Pick<RunningExchange, 'bodyBytes'>;

/** The bytes that all request bodies of a process may take together. */
export interface BodyBudget {
  /** Adds bytes of the body of an exchange. @throws GatewayError `overloaded` when there is no room */
  take(exchange: BodyHolder, bytes: number): void;
  /** Whether there is room for a body. */
  hasRoom(bytes: number): boolean;
  /** Frees the bytes of an exchange; does nothing if it has none. */
  free(exchange: BodyHolder): void;
}

/** @param capacity in bytes; a body alone always has room, because its own size is limited */
export function createBodyBudget(capacity: number): BodyBudget {
  let total = 0;
  const hasRoom = (bytes: number): boolean => total === 0 || total + bytes <= capacity;
  return {
    hasRoom,
    take(exchange, bytes) {
      if (exchange.bodyBytes < total && !hasRoom(bytes)) throw noRoom();
      exchange.bodyBytes += bytes;
      total += bytes;
    },
    free(exchange) {
      total -= exchange.bodyBytes;
      exchange.bodyBytes = 0;
    },
  };
}

/** The error for a body for which there is no room now. */
export function noRoom(): GatewayError {
  const message = 'The gateway is overloaded: it holds as many request bodies as it may.';
  return new GatewayError('overloaded', message, { reason: 'too_many_body_bytes', retryAfter: 1 });
}
