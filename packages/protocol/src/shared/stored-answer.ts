// Rejects requests that continue a response or a cache that only another vendor stores, for request encoders.
import { GatewayError } from '../canonical/error.ts';
import type { CanonicalRequest } from '../canonical/request.ts';

/**
 * Rejects a request that continues a stored response, for formats whose upstreams store none: without the
 * preceding conversation it would mean something else.
 * @throws GatewayError `unsupported`
 */
export function refuseStoredAnswer({ previousResponseId }: CanonicalRequest): void {
  if (previousResponseId === undefined) return;
  throw new GatewayError('unsupported', 'This upstream cannot continue a stored response.', {
    param: 'previous_response_id',
    reason: 'unsupported_parameter',
  });
}

/**
 * Rejects a request whose conversation starts in a cache at Google, for upstreams that cannot read it:
 * without its start it would mean something else.
 * @throws GatewayError `unsupported`
 */
export function refuseCachedContent({ storedPrompt }: CanonicalRequest): void {
  if (storedPrompt === undefined) return;
  const message = 'Cached content can be read by the vendor that keeps it only.';
  throw new GatewayError('unsupported', message, {
    param: 'cachedContent',
    reason: 'unsupported_parameter',
  });
}
