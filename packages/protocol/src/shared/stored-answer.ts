// Refuses requests that continue an answer or a cache only their own vendor has, for request encoders.
import { GatewayError } from '../canonical/error.ts';
import type { CanonicalRequest } from '../canonical/request.ts';

/**
 * Refuses a request that continues a stored answer, for formats whose upstreams keep none: without
 * the conversation before it, it would ask for something else.
 * @throws GatewayError `unsupported`
 */
export function refuseStoredAnswer({ previousResponseId }: CanonicalRequest): void {
  if (previousResponseId === undefined) return;
  throw new GatewayError('unsupported', 'This upstream cannot continue a stored answer.', {
    param: 'previous_response_id',
    reason: 'unsupported_parameter',
  });
}

/**
 * Refuses a request whose conversation begins in a cache that Google keeps, for upstreams that cannot read
 * it: without that beginning it would be about something else.
 * @throws GatewayError `unsupported`
 */
export function refuseCachedContent({ extras }: CanonicalRequest): void {
  if (extras?.['gemini-generate']?.['cachedContent'] === undefined) return;
  const message = 'Cached content can be read by the vendor that keeps it only.';
  throw new GatewayError('unsupported', message, {
    param: 'cachedContent',
    reason: 'unsupported_parameter',
  });
}
