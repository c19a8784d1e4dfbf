// Citations of chat completions replies, for whole replies and streams.
import type { Citation } from '../../../canonical/part.ts';
import type { Place } from '../../../shared/place.ts';
import { noteForeignExtras } from '../extras.ts';
import type { ChatAnnotation } from '../types.ts';
import type { AnnotationInput } from './schema.ts';

/** Reads the sources an answer cites; an empty list means nothing. */
export function decodeAnnotations(
  annotations: readonly AnnotationInput[] | null | undefined,
): Citation[] {
  return (annotations ?? []).flatMap(({ url_citation: cited }) => {
    if (!cited) return [];
    const { url, title, start_index: start, end_index: end } = cited;
    return [
      {
        url,
        ...(title && { title }),
        ...(typeof start === 'number' && { start }),
        ...(typeof end === 'number' && { end }),
      },
    ];
  });
}

/**
 * Writes citations. The format points into the whole text, so the text before a citation's own part is
 * added, and a citation without offsets gets those of the part.
 * @param span where the part lies in the whole text
 */
export function encodeCitations(
  citations: readonly Citation[],
  span: { readonly start: number; readonly end: number },
  place: Place,
): ChatAnnotation[] {
  return citations.flatMap((citation) => {
    const { url, title, start, end } = citation;
    if (url === undefined) {
      place.notes.dropped(`${place.path}.citations`, 'Chat answers cite only web addresses.');
      return [];
    }
    if (citation.quote !== undefined) {
      place.notes.dropped(`${place.path}.citations`, 'Chat answers do not repeat cited words.');
    }
    noteForeignExtras(citation.extras, `${place.path}.citations`, place.notes);
    const offsets = {
      start_index: span.start + (start ?? 0),
      end_index: end === undefined ? span.end : span.start + end,
    };
    return [{ type: 'url_citation', url_citation: { url, title: title ?? '', ...offsets } }];
  });
}
