// Fields of Anthropic Messages bodies without a canonical form, kept as extras for decoders and encoders.
import type { Extras } from '../../canonical/dialect.ts';
import type { CacheMark } from '../../canonical/part.ts';
import { extrasOf, sameBlock } from '../../shared/extras.ts';
import { createLossNoter } from '../../shared/lost-fields.ts';
import { isJsonObject, type JsonObject } from '../../json/value.ts';
import type { CacheControlInput } from './request/content-schema.ts';
import { dialect } from './tables.ts';
import type { CacheControl } from './types.ts';

export { otherFields, rawOf } from '../../shared/extras.ts';

export const { asExtras, ownExtras, noteForeignExtras } = extrasOf(dialect);

/** Fields of `usage` that no other format has. */
export const noteLostUsage = createLossNoter(dialect, ['server_tool_use']);

/**
 * Fields of a streamed message, or of its end, that no other format has; whole ones are extras
 * (`@anthropic-ai/sdk` 1.10.0 `BetaMessage`, `BetaRawMessageDeltaEvent`).
 */
export const noteLostFields = createLossNoter(dialect, [
  'container',
  'context_management',
  'delta.container',
  'diagnostics',
  'input_transformations',
  'stop_details',
]);

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

/** Five minutes is the default of the format and is omitted. */
export function encodeCache(mark: CacheMark | undefined): { cache_control?: CacheControl } {
  if (mark === undefined) return {};
  return {
    cache_control:
      mark.lifetime === '1h' ? { type: 'ephemeral', ttl: '1h' } : { type: 'ephemeral' },
  };
}
