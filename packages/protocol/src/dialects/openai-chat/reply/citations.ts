// Citations of Chat Completions replies, for whole replies and streams.
import type { Place } from '../../../canonical/note.ts';
import type { Citation } from '../../../canonical/part.ts';
import { omitNullish } from '../../../shared/omit-undefined.ts';
import { noteForeignExtras } from '../extras.ts';
import type { ChatAnnotation } from '../types.ts';
import type { AnnotationInput } from './schema.ts';

/** Decodes the citations of a reply; an empty list means none. */
export function decodeAnnotations(
  annotations: readonly AnnotationInput[] | null | undefined,
): Citation[] {
  return (annotations ?? []).flatMap(({ url_citation: cited }) => {
    if (!cited) return [];
    const { url, title, start_index: start, end_index: end } = cited;
    return [{ url, ...omitNullish({ title: title || undefined, start, end }) }];
  });
}

/**
 * Encodes citations. Offsets in this format count from the start of the whole text, so the position of the
 * part is added. A citation without offsets gets those of its part.
 * @param span the range of the part in the whole text
 */
export function encodeCitations(
  citations: readonly Citation[],
  span: { readonly start: number; readonly end: number },
  place: Place,
): ChatAnnotation[] {
  return citations.flatMap((citation) => {
    const { url, title, start, end } = citation;
    if (url === undefined) {
      place.notes.dropped(`${place.path}.citations`, 'Chat replies can cite only web pages.');
      return [];
    }
    if (citation.quote !== undefined) {
      place.notes.dropped(`${place.path}.citations`, 'Chat replies do not contain the cited text.');
    }
    noteForeignExtras(citation.extras, `${place.path}.citations`, place.notes);
    const offsets = {
      start_index: span.start + (start ?? 0),
      end_index: end === undefined ? span.end : span.start + end,
    };
    return [{ type: 'url_citation', url_citation: { url, title: title ?? '', ...offsets } }];
  });
}
