// Citations of Responses replies, for whole replies and streams.
import type { Place } from '../../../canonical/note.ts';
import type { Citation } from '../../../canonical/part.ts';
import type { JsonObject } from '../../../json/value.ts';
import { textOf } from '../../../shared/json-fields.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { dialect, noteForeignExtras, ownExtras } from '../extras.ts';
import type { UrlCitation } from './types.ts';

/** Decodes one citation of a reply; a source without a URL is kept as it is. */
export function decodeAnnotation(annotation: JsonObject): Citation {
  if (annotation['type'] !== 'url_citation') {
    const title = textOf(annotation['filename']);
    return { ...omitUndefined({ title: title || undefined }), extras: { [dialect]: annotation } };
  }
  const { start_index: start, end_index: end } = annotation;
  const title = textOf(annotation['title']);
  return {
    url: textOf(annotation['url']),
    ...omitUndefined({
      title: title || undefined,
      start: typeof start === 'number' ? start : undefined,
      end: typeof end === 'number' ? end : undefined,
    }),
  };
}

/** Encodes citations; one without offsets gets those of the whole text it belongs to. */
export function encodeCitations(
  citations: readonly Citation[],
  length: number,
  place: Place,
): UrlCitation[] {
  return citations.flatMap((citation) => {
    const own = ownExtras(citation.extras);
    // It came from this dialect, whose type lists it elsewhere.
    if (typeof own['type'] === 'string') return [own as UrlCitation];
    const { url, title, start, end } = citation;
    if (url === undefined) {
      place.notes.dropped(
        place.path,
        'Responses cite web addresses and stored files, not the text of a document.',
      );
      return [];
    }
    if (citation.quote !== undefined) {
      place.notes.dropped(place.path, 'Responses do not contain the cited text.');
    }
    noteForeignExtras(citation.extras, place.path, place.notes);
    const offsets = { start_index: start ?? 0, end_index: end ?? length };
    return [{ type: 'url_citation', url, title: title ?? '', ...offsets }];
  });
}
