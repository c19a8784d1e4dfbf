// Citations of Gemini generateContent replies, for whole replies and streams.
import type { NoteBook } from '../../../canonical/note.ts';
import type { Citation } from '../../../canonical/part.ts';
import { noteForeignExtras } from '../extras.ts';
import type { CandidateInput } from './schema.ts';
import type { TextOffsets } from './text-offsets.ts';
import type { WireCitation } from '../types.ts';

type Grounding = NonNullable<CandidateInput['groundingMetadata']>;

/**
 * Decodes the sources of a reply: those it recites, and those of a search. A source that no text refers to
 * applies to the whole reply.
 * @param offsets the text of the reply; the format counts in UTF-8 bytes
 */
export function decodeCitations(candidate: CandidateInput, offsets: TextOffsets): Citation[] {
  const { citations, citationSources } = candidate.citationMetadata ?? {};
  const recited = (citations ?? citationSources ?? []).flatMap((source): Citation[] => {
    return source.uri ? [citationOf(source, source, offsets)] : [];
  });
  const { groundingMetadata: grounding } = candidate;
  return grounding ? [...recited, ...decodeGrounding(grounding, offsets)] : recited;
}

interface Source {
  readonly uri?: string | null | undefined;
  readonly title?: string | null | undefined;
}
interface Span {
  readonly startIndex?: number | null | undefined;
  readonly endIndex?: number | null | undefined;
}

function citationOf({ uri, title }: Source, span: Span, offsets: TextOffsets): Citation {
  const end = typeof span.endIndex === 'number' ? offsets.toCharacter(span.endIndex) : undefined;
  // A start of 0 is omitted, like every zero.
  const start = end === undefined ? undefined : offsets.toCharacter(span.startIndex ?? 0);
  return {
    ...(uri && { url: uri }),
    ...(title && { title }),
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
  };
}

function decodeGrounding(grounding: Grounding, offsets: TextOffsets): Citation[] {
  const sources = (grounding.groundingChunks ?? []).map((chunk) => chunk.web ?? undefined);
  const supports = grounding.groundingSupports ?? [];
  const referred = supports.flatMap(({ segment, groundingChunkIndices }) => {
    // Offsets into a separate part have no meaning after parts are joined.
    const span = segment?.partIndex ? {} : (segment ?? {});
    return (groundingChunkIndices ?? []).flatMap((index) => {
      const source = sources[index];
      return source?.uri ? [citationOf(source, span, offsets)] : [];
    });
  });
  if (referred.length > 0) return referred;
  return sources.flatMap((source) => (source?.uri ? [citationOf(source, {}, offsets)] : []));
}

/** True if a candidate contains citations. */
export function hasCitations({ citationMetadata, groundingMetadata }: CandidateInput): boolean {
  return Boolean(citationMetadata ?? groundingMetadata?.groundingChunks);
}

/** Encodes citations, with offsets in UTF-8 bytes. */
export function encodeCitations(
  citations: readonly Citation[],
  offsets: TextOffsets,
  notes: NoteBook,
): WireCitation[] {
  return citations.map((citation) => {
    noteForeignExtras(citation.extras, 'citations', notes);
    if (citation.quote !== undefined) {
      notes.dropped('citations', 'Gemini replies do not repeat cited text.');
    }
    const { url, title, start, end } = citation;
    const startIndex = start === undefined ? undefined : offsets.toByte(start);
    const endIndex = end === undefined ? undefined : offsets.toByte(end);
    return {
      ...(url !== undefined && { uri: url }),
      ...(title !== undefined && { title }),
      ...(startIndex !== undefined && { startIndex }),
      ...(endIndex !== undefined && { endIndex }),
    };
  });
}
