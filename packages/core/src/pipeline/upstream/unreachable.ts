/** The error for a connection that failed, in the words of the transport; used by calls and tests of upstreams. */
import { GatewayError } from '@parley/protocol';
import { UpstreamConnectionError } from '../../ports.ts';

/** The transport names no URL and no credential, and quotes nothing that an upstream sent. */
export function unreachable(cause: unknown): GatewayError {
  const message =
    cause instanceof UpstreamConnectionError
      ? cause.message
      : 'Connection error (terminated): the connection to the upstream failed.';
  return new GatewayError('upstream-unavailable', message, {
    reason: 'upstream_unreachable',
    cause,
  });
}
