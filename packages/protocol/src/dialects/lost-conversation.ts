import { GatewayError } from '../canonical/error.ts';
import type { Turn } from '../canonical/request.ts';

/**
 * Refuses a conversation that was about nothing but media, none of which could be written: what
 * would be left of it asks for nothing.
 * @throws GatewayError `unsupported`
 */
export function refuseLostMedia(turns: readonly Turn[]): void {
  const isAbout = turns.some(({ parts }) => parts.some(({ type }) => type === 'media'));
  if (!isAbout) return;
  throw new GatewayError('unsupported', 'Nothing of the conversation can be sent upstream.');
}
