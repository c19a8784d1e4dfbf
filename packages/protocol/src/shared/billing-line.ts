// The billing line that Claude Code puts before its instructions, which other upstreams must not get.
import type { Part } from '../canonical/part.ts';

const opening = 'x-anthropic-billing-header:';

/** What a note says when it is left out. */
export const billingReason = 'A billing line of the client is of no use to this upstream.';

/**
 * True for a coding assistant's own line among the instructions. It is different on every call, so
 * in another format it would only spoil prompt caches.
 */
export function isBillingLine(part: Part): boolean {
  if (part.type === 'text') return part.text.startsWith(opening);
  const text = part.type === 'unknown' ? part.raw['text'] : undefined;
  return typeof text === 'string' && text.startsWith(opening);
}
