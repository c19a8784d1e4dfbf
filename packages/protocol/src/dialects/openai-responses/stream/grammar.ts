// Recognizes the events of a Responses stream, for its decoder, observer, encoder and lint.
import type { GatewayError } from '../../../canonical/error.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { Redact } from '../../../redaction/redaction.ts';
import { objectAt } from '../../../shared/json-fields.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { readFailure } from '../error.ts';

/** Whether an event contains the whole reply: in progress, or as it ended. */
export type Envelope = 'open' | 'completed' | 'incomplete' | 'failed';

const envelopes: ReadonlyMap<string, Envelope> = new Map([
  ['response.created', 'open'],
  ['response.in_progress', 'open'],
  ['response.queued', 'open'],
  ['response.completed', 'completed'],
  ['response.incomplete', 'incomplete'],
  ['response.failed', 'failed'],
]);

/** The state of the whole reply in an event; `undefined` for events without it. */
export function envelopeOf(type: string): Envelope | undefined {
  return envelopes.get(type);
}

/** The type of an event, from its data or else from its frame's name. */
export function typeOf(event: JsonObject, frame: SseFrame): string {
  return typeof event['type'] === 'string' ? event['type'] : (frame.event ?? '');
}

/** The item type that an event belongs to; empty for events without an item whose content is streamed. */
export function itemTypeOf(type: string): string {
  if (/^response\.(?:output_text|refusal|content_part)\./.test(type)) return 'message';
  if (/^response\.reasoning_/.test(type)) return 'reasoning';
  if (type.startsWith('response.function_call_arguments.')) return 'function_call';
  return type.startsWith('response.custom_tool_call_input.') ? 'custom_tool_call' : '';
}

/** True for the types of events that the reply consists of. */
export function isKnown(type: string): boolean {
  return envelopes.has(type) || isItemEvent(type) || itemTypeOf(type) !== '';
}

/** True for the start and the end of an item. */
export function isItemEvent(type: string): boolean {
  return /^response\.output_item\.(?:added|done)$/.test(type);
}

/** True for events that say how far a tool of the vendor is, whose whole item follows, and for signs of life. */
export function isProgress(type: string): boolean {
  if (/^response\.(?:\w+_call[_.]|mcp_list_tools\.|compaction\.)/.test(type)) return true;
  return type === 'keepalive' || type === 'ping';
}

/** True for a failed reply without an error: Azure states it in an event of its own that follows. */
export function isUnexplained(type: string, event: JsonObject): boolean {
  return type === 'response.failed' && !objectAt(event, 'response')?.['error'];
}

/** The error in an event: an error event, or a failed reply; `undefined` for all others. */
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
