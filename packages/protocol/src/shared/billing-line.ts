// Recognizes the billing line that Claude Code puts before its instructions, so that encoders do not send it
// to other upstreams.
import type { Part } from '../canonical/part.ts';

const opening = 'x-anthropic-billing-header:';

/** The reason in the note when the line is left out. */
export const billingReason = 'A billing line of the client is of no use to this upstream.';

/**
 * True for the billing line that a coding assistant adds to the instructions. It is different on every call,
 * so in another format it would only defeat prompt caching.
 */
export function isBillingLine(part: Part): boolean {
  if (part.type === 'text') return part.text.startsWith(opening);
  const text = part.type === 'unknown' ? part.raw['text'] : undefined;
  return typeof text === 'string' && text.startsWith(opening);
}
