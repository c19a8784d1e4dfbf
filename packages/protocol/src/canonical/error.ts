// The one error of gateway and codecs, which every dialect can write.
import type { DialectId } from './dialect.ts';
import type { JsonValue } from '../json/value.ts';

/** The closed list of everything that can go wrong with an exchange. */
export const errorCodes = [
  'invalid-request',
  'unauthenticated',
  'forbidden',
  'not-found',
  'too-large',
  'unsupported',
  'rate-limited',
  'quota-exhausted',
  'canceled',
  'upstream-rejected',
  'upstream-unavailable',
  'upstream-timeout',
  'overloaded',
  'internal',
] as const;

/** What went wrong, in terms of no vendor. */
export type ErrorCode = (typeof errorCodes)[number];

/** What is known of an error beside its code and its message. */
export interface ErrorFacts {
  /** A stable machine word for clients, such as `model_not_found`. */
  readonly reason?: string;
  /** JSON path of the faulty field, such as `messages[0].role`. */
  readonly param?: string;
  /** Seconds the caller should wait, at least 0. */
  readonly retryAfter?: number;
  /** HTTP status the upstream answered with, 400 to 599. */
  readonly upstreamStatus?: number;
  /** The upstream's own error body, for a caller who speaks the same dialect. */
  readonly upstreamBody?: JsonValue;
  /** The dialect the upstream speaks: only a caller of the same one gets that body unchanged. */
  readonly upstreamDialect?: DialectId;
  /** What really happened; for the log only, never shown. */
  readonly cause?: unknown;
}

/**
 * The one error class. Its `message` may be shown to the caller; its `cause` may not. The other
 * fields are those of `ErrorFacts`.
 * Each dialect's `error` file turns the code into a status and a body, and back.
 */
export class GatewayError extends Error {
  readonly code: ErrorCode;
  readonly reason: string | undefined;
  readonly param: string | undefined;
  readonly retryAfter: number | undefined;
  readonly upstreamStatus: number | undefined;
  readonly upstreamBody: JsonValue | undefined;
  readonly upstreamDialect: DialectId | undefined;

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'GatewayError';
    this.code = code;
    this.reason = facts.reason;
    this.param = facts.param;
    this.retryAfter = facts.retryAfter;
    this.upstreamStatus = facts.upstreamStatus;
    this.upstreamBody = facts.upstreamBody;
    this.upstreamDialect = facts.upstreamDialect;
  }

  /** The one door for foreign errors: their text goes to the `cause`, a plain sentence to the caller.
   * Errors of this class come back as they are. */
  static from(thrown: unknown): GatewayError {
    if (thrown instanceof GatewayError) return thrown;
    return new GatewayError('internal', 'The gateway met an unexpected error.', { cause: thrown });
  }
}
