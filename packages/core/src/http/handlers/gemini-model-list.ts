/** Lists of models in the Gemini dialect; used by `/v1beta/models` and, for Google clients, `/v1/models`. */
import { GatewayError, type JsonObject, omitUndefined } from '@parley/protocol';
import type { ModelEntry } from '../../models/routing/usable-names.ts';

/** The part of the list that a client requests. */
export interface GeminiPage {
  /** 1 to 1,000. */
  readonly size: number;
  /** The name after which the page begins. */
  readonly after?: string;
}

const defaultSize = 50;
const maximumSize = 1_000;

/**
 * Reads `pageSize` and `pageToken` of a query. A token is the last name of the previous page.
 * @see https://ai.google.dev/api/models#method:-models.list
 * @throws GatewayError `invalid-request` when the size is not a whole number of at least 1
 */
export function readGeminiPage(query: URLSearchParams): GeminiPage {
  const after = query.get('pageToken') || undefined;
  const size = query.get('pageSize');
  return omitUndefined({
    size: size === null ? defaultSize : readSize(size),
    after,
  });
}

function readSize(text: string): number {
  const size = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (size >= 1) return Math.min(size, maximumSize);
  throw new GatewayError('invalid-request', 'pageSize must be a whole number of at least 1.', {
    reason: 'invalid_value',
    param: 'pageSize',
  });
}

/** @param entries sorted by id, as `listModelEntries` returns them */
export function encodeGeminiModelList(
  entries: readonly ModelEntry[],
  { size, after }: GeminiPage,
): JsonObject {
  const rest = entries.filter(({ id }) => after === undefined || id > after);
  const shown = rest.slice(0, size);
  const next = shown.length < rest.length ? shown.at(-1)?.id : undefined;
  return omitUndefined({
    models: shown.map(encodeGeminiModel),
    // Google's client requests pages until the token is absent, so an empty token would loop forever.
    nextPageToken: next,
  });
}

/** One model in the format of Gemini. Unknown limits are left out. */
export function encodeGeminiModel(entry: ModelEntry): JsonObject {
  const { id, displayName, maxInputTokens, maxOutputTokens } = entry;
  return omitUndefined({
    name: `models/${id}`,
    displayName,
    inputTokenLimit: maxInputTokens,
    outputTokenLimit: maxOutputTokens,
    supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
  });
}
