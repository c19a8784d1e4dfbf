// The error class that the gateway and the codecs share, and its codes. Every dialect can encode it.
import type { DialectId } from './dialect.ts';
import type { JsonValue } from '../json/value.ts';

/** The closed list of error codes of an exchange. */
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

/** What went wrong, in vendor-neutral terms. */
export type ErrorCode = (typeof errorCodes)[number];

/**
 * What is wrong between the gateway and an upstream, where no retry helps. The upstream refuses the credential
 * of the gateway, its account has no money, it does not have the model, or the conversation is longer than
 * the context window of the model. Another upstream may answer all the same.
 */
export type UpstreamFault = 'credential' | 'account' | 'model' | 'context';

/** What is known about an error besides its code and message. */
export interface ErrorDetails {
  /** A stable machine-readable identifier, such as `model_not_found`. */
  readonly reason?: string;
  /** JSON path of the invalid field, such as `messages[0].role`. */
  readonly param?: string;
  /** Seconds that the client should wait, at least 0. */
  readonly retryAfter?: number;
  /** HTTP status of the upstream's response, 400 to 599. */
  readonly upstreamStatus?: number;
  /** The upstream's error body, for a client that uses the same dialect. */
  readonly upstreamBody?: JsonValue;
  /** The upstream's dialect. Only a client of the same dialect receives `upstreamBody` unchanged. */
  readonly upstreamDialect?: DialectId;
  /** For the gateway; no dialect writes it, because a client learns nothing about the gateway's account. */
  readonly fault?: UpstreamFault;
  /** The underlying error; for the log only, never shown to clients. */
  readonly cause?: unknown;
}

/**
 * The only error class of the package. Its `message` may be shown to clients; its `cause` may not. The other
 * fields are those of `ErrorDetails`. `encodeError` of a codec maps it to a status and a body.
 */
export class GatewayError extends Error {
  readonly code: ErrorCode;
  readonly reason: string | undefined;
  readonly param: string | undefined;
  readonly retryAfter: number | undefined;
  readonly upstreamStatus: number | undefined;
  readonly upstreamBody: JsonValue | undefined;
  readonly upstreamDialect: DialectId | undefined;
  readonly fault: UpstreamFault | undefined;

  constructor(code: ErrorCode, message: string, facts: ErrorDetails = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'GatewayError';
    this.code = code;
    this.reason = facts.reason;
    this.param = facts.param;
    this.retryAfter = facts.retryAfter;
    this.upstreamStatus = facts.upstreamStatus;
    this.upstreamBody = facts.upstreamBody;
    this.upstreamDialect = facts.upstreamDialect;
    this.fault = facts.fault;
  }

  /**
   * Converts any thrown value to a `GatewayError`: the original goes to `cause`, and the client sees a
   * generic sentence. A `GatewayError` is returned unchanged.
   */
  static from(thrown: unknown): GatewayError {
    return toGatewayError(thrown);
  }
}

/** Outside the class, because the build renames a class that refers to itself, and logs would show that name. */
function toGatewayError(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  return new GatewayError('internal', 'The gateway encountered an unexpected error.', {
    cause: thrown,
  });
}
