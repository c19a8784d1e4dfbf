// Citations of Chat Completions replies, for whole replies and streams.
import type { NoteBook, Place } from '../../../canonical/note.ts';
import type { Citation, Part } from '../../../canonical/part.ts';
import { omitNullish } from '../../../shared/omit-undefined.ts';
import { noCitedText } from '../../../shared/lost-reply-details.ts';
import { noteForeignExtras } from '../extras.ts';
import type { ChatAnnotation } from '../types.ts';
import type { AnnotationInput, ChunkInput } from './schema.ts';

/** Decodes the citations of a reply; an empty list means none. */
export function decodeAnnotations(
  annotations: readonly AnnotationInput[] | null | undefined,
): Citation[] {
  return (annotations ?? []).flatMap(({ url_citation: cited }) => {
    if (!cited) return [];
    const { url, title, content, start_index: start, end_index: end } = cited;
    const quote = content || undefined;
    return [{ url, ...omitNullish({ title: title || undefined, quote, start, end }) }];
  });
}

/** Decodes the sources of a search that both lists name for the whole reply, each once and without offsets. */
export function decodeSources(input: SourcesInput): Citation[] {
  const byUrl = new Map<string, Citation>();
  for (const { url, title } of input.search_results ?? []) {
    if (url) byUrl.set(url, { url, ...omitNullish({ title: title || undefined }) });
  }
  for (const url of input.citations ?? []) if (url) byUrl.set(url, byUrl.get(url) ?? { url });
  return [...byUrl.values()];
}

type SourcesInput = Pick<ChunkInput, 'search_results' | 'citations'>;

/** Adds the sources of the whole reply to its text, except those that an annotation already cites. */
export function withSources(
  parts: readonly Part[],
  sources: readonly Citation[],
  notes: NoteBook,
): Part[] {
  if (sources.length === 0) return [...parts];
  const at = parts.findIndex(({ type }) => type === 'text');
  const part = parts[at];
  if (part?.type !== 'text') {
    notes.dropped('search_results', noCitedText);
    return [...parts];
  }
  const cited = part.citations ?? [];
  const urls = new Set(cited.map(({ url }) => url));
  const citations = [...cited, ...sources.filter(({ url }) => !urls.has(url))];
  return parts.with(at, { ...part, citations });
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
