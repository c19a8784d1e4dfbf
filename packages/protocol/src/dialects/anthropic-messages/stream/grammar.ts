// Recognizes the events of an Anthropic Messages stream, for its decoder, observer, encoder and lint.
import { GatewayError } from '../../../canonical/error.ts';
import type { TextKind } from '../../../codec.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { hasError } from '../error.ts';

/** The block types that each delta type belongs to. */
export const blocksOfDelta: Readonly<Record<string, readonly string[]>> = {
  text_delta: ['text'],
  citations_delta: ['text'],
  thinking_delta: ['thinking'],
  signature_delta: ['thinking'],
  input_json_delta: ['tool_use', 'server_tool_use', 'mcp_tool_use'],
};

/** The fields of a delta, or of a block start, that contain text of the model. */
export const textFields: readonly (readonly [field: string, kind: TextKind])[] = [
  ['name', 'output'],
  ['text', 'output'],
  ['partial_json', 'output'],
  ['thinking', 'reasoning'],
];

/** The error of a stream that stops without `message_stop`, the only proof that a reply is complete. */
export function interrupted(): GatewayError {
  const message = 'The upstream’s answer was interrupted (terminated).';
  return new GatewayError('upstream-unavailable', message, { reason: 'stream_interrupted' });
}

/** True for an error event, also without its name, and for the bare error object of other formats. */
export function isFailure(frame: SseFrame, data: unknown): boolean {
  if (frame.event === 'error') return true;
  if (!isJsonObject(data)) return false;
  return data['type'] === 'error' || (data['type'] === undefined && hasError(data));
}

/** An end marker without data is one, but half an event is not. */
export function isBareEnd({ event, data }: SseFrame): boolean {
  return event === 'message_stop' && data.trim() === '';
}

const knownTypes: ReadonlySet<string | undefined> = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'ping',
]);

/** True for the types of events that the format defines, errors aside. */
export function isKnown(type: string | undefined): type is string {
  return knownTypes.has(type);
}

/** The type of an event, if it is valid as the name of a frame. */
export function typeOf({ type }: JsonObject): string | undefined {
  return typeof type === 'string' && /^\w{1,64}$/.test(type) ? type : undefined;
}
