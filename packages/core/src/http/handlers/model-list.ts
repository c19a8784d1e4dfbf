/** Lists of models in one body for the OpenAI and messages dialects; used by `/v1/models`. */
import { GatewayError, type JsonObject, omitUndefined } from '@parley/protocol';
import type { ModelEntry } from '../../models/routing/usable-names.ts';

/** The part of the list that a client requests. */
export interface ModelPage {
  /** 1 to 1,000; the whole list by default. */
  readonly limit?: number;
  readonly afterId?: string;
  readonly beforeId?: string;
}

/** Maximum `limit` in the messages dialect; higher values are reduced to it. */
const highestLimit = 1_000;

/**
 * Reads `limit`, `after_id` and `before_id` of a query.
 * @throws GatewayError `invalid-request` when the limit is not a whole number of at least 1
 */
export function readModelPage(query: URLSearchParams): ModelPage {
  const afterId = query.get('after_id') ?? undefined;
  const beforeId = query.get('before_id') ?? undefined;
  const limit = query.get('limit') ?? undefined;
  return omitUndefined({
    limit: limit === undefined ? undefined : readLimit(limit),
    afterId,
    beforeId,
  });
}

function readLimit(text: string): number {
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (limit >= 1) return Math.min(limit, highestLimit);
  const message = 'The limit must be a whole number from 1 to 1000.';
  throw new GatewayError('invalid-request', message, { reason: 'invalid_value', param: 'limit' });
}

/**
 * One body that is valid in both dialects: an OpenAI list whose entries are also models of the messages
 * dialect. Ids are cursors in sorted order, so the id of a removed model still works.
 * @param entries sorted by id, as `listModelEntries` returns them
 */
export function encodeModelList(entries: readonly ModelEntry[], page: ModelPage = {}): JsonObject {
  const { limit = entries.length, afterId, beforeId } = page;
  const inside = entries.filter(
    ({ id }) =>
      (afterId === undefined || id > afterId) && (beforeId === undefined || id < beforeId),
  );
  const fromEnd = beforeId !== undefined && afterId === undefined;
  const shown = fromEnd ? inside.slice(-limit) : inside.slice(0, limit);
  return {
    object: 'list',
    data: shown.map(encodeModelEntry),
    has_more: shown.length < inside.length,
    first_id: shown.at(0)?.id ?? null,
    last_id: shown.at(-1)?.id ?? null,
  };
}

/** One model for clients of both dialects; also the body of `GET /v1/models/{id}`. */
export function encodeModelEntry(entry: ModelEntry): JsonObject {
  return {
    id: entry.id,
    object: 'model',
    created: entry.createdAt,
    owned_by: entry.ownedBy,
    type: 'model',
    display_name: entry.displayName,
    created_at: encodeTime(entry.createdAt),
    capabilities: null,
    lifecycle: 'active',
    line: null,
    max_input_tokens: entry.maxInputTokens ?? null,
    max_tokens: entry.maxOutputTokens ?? null,
    deprecated_at: null,
    retires_at: null,
    // Neither dialect has a field for one capability alone.
    ...(entry.acceptsImages !== undefined && { parley: { accepts_images: entry.acceptsImages } }),
  };
}

/** RFC 3339 in whole seconds. */
function encodeTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}
