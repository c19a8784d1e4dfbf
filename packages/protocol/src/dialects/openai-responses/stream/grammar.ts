// How the events of a Responses stream are recognized, for its decoder, observer, encoder and lint.
import type { GatewayError } from '../../../canonical/error.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { Redact } from '../../../redaction/redaction.ts';
import { objectAt } from '../../../shared/json-fields.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { readFailure } from '../error.ts';

/** Whether an event holds the whole reply: as it is so far, or as it is in the end. */
export type Envelope = 'open' | 'completed' | 'incomplete' | 'failed';

const envelopes: ReadonlyMap<string, Envelope> = new Map([
  ['response.created', 'open'],
  ['response.in_progress', 'open'],
  ['response.queued', 'open'],
  ['response.completed', 'completed'],
  ['response.incomplete', 'incomplete'],
  ['response.failed', 'failed'],
]);

/** What an event says of the whole reply; `undefined` for events that do not hold it. */
export function envelopeOf(type: string): Envelope | undefined {
  return envelopes.get(type);
}

/** The type of an event, from its data or else from its frame's name. */
export function typeOf(event: JsonObject, frame: SseFrame): string {
  return typeof event['type'] === 'string' ? event['type'] : (frame.event ?? '');
}

/** The type of the item that an event belongs to; empty for events of no item whose content is streamed. */
export function itemTypeOf(type: string): string {
  if (/^response\.(?:output_text|refusal|content_part)\./.test(type)) return 'message';
  if (/^response\.reasoning_/.test(type)) return 'reasoning';
  if (type.startsWith('response.function_call_arguments.')) return 'function_call';
  return type.startsWith('response.custom_tool_call_input.') ? 'custom_tool_call' : '';
}

/** The error an event holds: an error event, or a reply that failed; `undefined` for all others. */
export function readFailureEvent(
  type: string,
  event: JsonObject,
  redact: Redact | undefined,
): GatewayError | undefined {
  const reply = objectAt(event, 'response');
  const envelope = envelopeOf(type);
  const isLast = envelope === 'completed' || envelope === 'incomplete';
  const hasFailed = isLast && (reply?.['status'] === 'failed' || Boolean(reply?.['error']));
  if (envelope === 'failed' || hasFailed) {
    return readFailure({ error: reply?.['error'] ?? {} }, redact);
  }
  const isError = type === 'error' || (type === '' && Boolean(event['error']));
  return isError ? readFailure(event, redact) : undefined;
}
