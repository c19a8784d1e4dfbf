// Citations of Anthropic Messages replies, for whole replies and streams.
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import type { NoteBook } from '../../../canonical/note.ts';
import type { Citation } from '../../../canonical/part.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { noteForeignExtras } from '../extras.ts';
import { dialect } from '../tables.ts';
import type { WebCitation } from '../types.ts';

/**
 * Decodes a citation of any location type. The whole citation is kept in the extras, because the vendor
 * requires it back unchanged. One without an index was created by Parley and is not kept.
 */
export function decodeCitation(raw: JsonObject): Citation {
  const url = firstString(raw['url'], raw['type'] === 'search_result_location' && raw['source']);
  const title = firstString(raw['title'], raw['document_title']);
  const quote = firstString(raw['cited_text']);
  return omitUndefined({
    url,
    title,
    quote,
    // Stored under one key, so that other dialects do not note its fields as lost.
    extras: raw['encrypted_index'] === '' ? undefined : { [dialect]: { location: raw } },
  });
}

/**
 * Encodes a citation for a client: the vendor's own unchanged, others as a web search result.
 * @returns nothing for a citation without an address: the locations of files are for the vendor's own files
 */
export function encodeCitation(
  citation: Citation,
  path: string,
  notes: NoteBook,
): readonly (WebCitation | JsonObject)[] {
  const own = ownLocation(citation);
  if (own !== undefined) return [own];
  const { url = '', title = null, quote = '' } = citation;
  if (url === '') {
    notes.dropped(
      `${path}.citations`,
      'From other vendors, Messages replies can cite only web pages.',
    );
    return [];
  }
  noteForeignExtras(citation.extras, `${path}.citations`, notes);
  if (citation.start !== undefined || citation.end !== undefined) {
    notes.approximated(path, 'In Messages replies a citation applies to its whole text block.');
  }
  const type = 'web_search_result_location';
  return [{ type, url, title, cited_text: quote, encrypted_index: '' }];
}

/** Encodes citations for an upstream, which accepts only those that it created. */
export function encodeOwnCitations(
  citations: readonly Citation[] | undefined,
  path: string,
  notes: NoteBook,
): { citations?: JsonObject[] } {
  const own = (citations ?? []).map(ownLocation).filter((raw) => raw !== undefined);
  if (own.length < (citations?.length ?? 0)) {
    notes.dropped(`${path}.citations`, 'The upstream accepts only its own citations.');
  }
  return own.length > 0 ? { citations: own } : {};
}

function ownLocation({ extras }: Citation): JsonObject | undefined {
  const location = extras?.[dialect]?.['location'];
  return isJsonObject(location) ? location : undefined;
}

function firstString(...candidates: readonly (JsonValue | undefined)[]): string | undefined {
  return candidates.find((entry): entry is string => typeof entry === 'string' && entry !== '');
}
