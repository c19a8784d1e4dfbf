// Fields of Anthropic Messages bodies without a canonical form, kept as extras for decoders and encoders.
import type { Extras } from '../../canonical/dialect.ts';
import type { Place } from '../../canonical/note.ts';
import type { CacheMark } from '../../canonical/part.ts';
import { extrasOf, sameBlock } from '../../shared/extras.ts';
import { createOtherFieldNoter } from '../../shared/lost-fields.ts';
import { isJsonObject, type JsonObject } from '../../json/value.ts';
import type { CacheControlInput } from './request/content-schema.ts';
import { dialect } from './tables.ts';
import type { CacheControl } from './types.ts';

export { otherFields, rawOf } from '../../shared/extras.ts';

export const { asExtras, ownExtras, noteForeignExtras } = extrasOf(dialect);

/** The fields of a message that decoders read. */
export const messageFields = [
  ...['id', 'type', 'role', 'model', 'content'],
  ...['stop_reason', 'stop_sequence', 'usage'],
];

/** Notes the fields of a streamed message that no other format has; those of a whole one are extras. */
export const noteLostFields = createOtherFieldNoter(dialect, messageFields);

/** The same for the event that ends a message; its details of a refusal are read when the message is complete. */
export const noteLostEndFields = createOtherFieldNoter(dialect, [
  ...['type', 'usage'],
  ...['delta.stop_reason', 'delta.stop_sequence', 'delta.stop_details'],
]);

const noteOtherTextFields = createOtherFieldNoter(dialect, ['type', 'text', 'citations']);
const noteOtherThinkingFields = createOtherFieldNoter(dialect, ['type', 'thinking', 'signature']);
const noteOtherRedactedFields = createOtherFieldNoter(dialect, ['type', 'data']);

/** Notes the fields of a block of text or reasoning that no other format has. */
export function noteLostBlockFields(block: { readonly type: string }, place: Place): void {
  if (block.type === 'text') noteOtherTextFields(block, place);
  else if (block.type === 'thinking') noteOtherThinkingFields(block, place);
  else if (block.type === 'redacted_thinking') noteOtherRedactedFields(block, place);
}

const noteOtherUsage = createOtherFieldNoter(dialect, [
  ...['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens', 'cache_creation'],
  ...['output_tokens', 'output_tokens_details.thinking_tokens', 'service_tier', 'iterations'],
  // They repeat what the request or the workspace has chosen.
  ...['inference_geo', 'speed'],
]);

/** Notes the fields of `usage` that no other format has. A single iteration says the same as the sums. */
export function noteLostUsage(usage: unknown, { path, notes }: Place): void {
  noteOtherUsage(usage, { path, notes });
  const iterations = isJsonObject(usage) ? usage['iterations'] : undefined;
  if (Array.isArray(iterations) && iterations.length > 1) {
    notes.dropped(`${path}.iterations`, 'Other formats state only the sums of all iterations.');
  }
}

/** The block or tool of this dialect that a part or a function was translated from. */
export function ownBlock(extras: Extras | undefined): JsonObject | undefined {
  const block = ownExtras(extras)[sameBlock];
  return isJsonObject(block) ? block : undefined;
}

export function decodeCache(control: CacheControlInput | null | undefined): {
  readonly cache?: CacheMark;
} {
  if (control?.type !== 'ephemeral') return {};
  return { cache: { lifetime: control.ttl === '1h' ? '1h' : '5m' } };
}

/** Five minutes is the default of the format and is omitted; an hour is the longest. */
export function encodeCache(mark: CacheMark | undefined): { cache_control?: CacheControl } {
  if (mark === undefined) return {};
  return {
    cache_control:
      mark.lifetime === '5m' ? { type: 'ephemeral' } : { type: 'ephemeral', ttl: '1h' },
  };
}
