// What clients receive of an upstream's error, for the error encoders of every dialect.
import type { ErrorCode, GatewayError } from '../../canonical/error.ts';

/** Errors for which the upstream's body is more informative. All other errors concern the gateway itself. */
const relayed: ReadonlySet<ErrorCode> = new Set([
  'upstream-rejected',
  'rate-limited',
  'overloaded',
]);

/** Whether a client receives the upstream's body, if it is in the client's dialect. */
export function isRelayed({ code }: GatewayError): boolean {
  return relayed.has(code);
}

/** The upstream's status of a rejected request, because 404, 409, 413 and 422 mean different things to a client. */
export function rejectedStatus({ code, upstreamStatus = 500 }: GatewayError): number | undefined {
  return code === 'upstream-rejected' && upstreamStatus < 500 ? upstreamStatus : undefined;
}
