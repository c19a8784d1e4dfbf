// Citations of generateContent replies, for whole replies and streams.
import type { NoteBook } from '../../../canonical/note.ts';
import type { Citation } from '../../../canonical/part.ts';
import { noteForeignExtras } from '../extras.ts';
import type { CandidateInput } from './schema.ts';
import type { TextOffsets } from './text-offsets.ts';
import type { WireCitation } from '../types.ts';

type Grounding = NonNullable<CandidateInput['groundingMetadata']>;

/**
 * Reads the sources of an answer: those it recites, and those that search found for it. A source
 * that no text refers to stands for the whole answer.
 * @param offsets the answer's text; the wire counts in bytes of UTF-8
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
  // A start of 0 is left out, as every zero is.
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
    // Offsets into a part of its own cannot be given once parts are joined.
    const span = segment?.partIndex ? {} : (segment ?? {});
    return (groundingChunkIndices ?? []).flatMap((index) => {
      const source = sources[index];
      return source?.uri ? [citationOf(source, span, offsets)] : [];
    });
  });
  if (referred.length > 0) return referred;
  return sources.flatMap((source) => (source?.uri ? [citationOf(source, {}, offsets)] : []));
}

/** True when a candidate brings anything to cite. */
export function hasCitations({ citationMetadata, groundingMetadata }: CandidateInput): boolean {
  return Boolean(citationMetadata ?? groundingMetadata?.groundingChunks);
}

/** Writes citations; offsets go out in bytes of UTF-8. */
export function encodeCitations(
  citations: readonly Citation[],
  offsets: TextOffsets,
  notes: NoteBook,
): WireCitation[] {
  return citations.map((citation) => {
    noteForeignExtras(citation.extras, 'citations', notes);
    if (citation.quote !== undefined) {
      notes.dropped('citations', 'Gemini answers do not repeat the words they cite.');
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
