/** The error for a connection that failed, in the words of the transport; used by calls and tests of upstreams. */
import { GatewayError } from '@parley/protocol';
import { tooManyFiles, UpstreamConnectionError } from '../../ports.ts';

/** Seconds after which a client may try again what needs another open file. */
const retryAfter = 5;

/** The transport names no URL and no credential, and quotes nothing that an upstream sent. */
export function unreachable(cause: unknown): GatewayError {
  const known = cause instanceof UpstreamConnectionError ? cause : undefined;
  const message =
    known?.message ?? 'Connection error (terminated): the connection to the upstream failed.';
  if (known?.reason === tooManyFiles) {
    return new GatewayError('overloaded', message, {
      reason: 'too_many_open_files',
      retryAfter,
      cause,
    });
  }
  return new GatewayError('upstream-unavailable', message, {
    reason: 'upstream_unreachable',
    cause,
  });
}
