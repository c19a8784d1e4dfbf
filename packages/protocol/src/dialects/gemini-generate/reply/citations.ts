// Citations of Gemini generateContent replies and their offsets in UTF-8 bytes, for whole replies and streams.
import type { NoteBook, Place } from '../../../canonical/note.ts';
import type { Citation } from '../../../canonical/part.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { asExtras, noteForeignExtras, otherFields } from '../extras.ts';
import type { CandidateInput } from './schema.ts';
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
    if (!source.uri) return [];
    return [{ ...citationOf(source, source, offsets), ...asExtras(otherFields(source, known)) }];
  });
  const { groundingMetadata: grounding } = candidate;
  return grounding ? [...recited, ...decodeGrounding(grounding, offsets)] : recited;
}

const known = ['uri', 'title', 'startIndex', 'endIndex'];

/** Notes the sources without an address: no other format has them. */
export function noteLostSources(candidate: CandidateInput, { path, notes }: Place): void {
  const reason = 'Only the gemini-generate format has sources without an address.';
  const { citations, citationSources } = candidate.citationMetadata ?? {};
  if ((citations ?? citationSources ?? []).some(({ uri }) => !uri)) {
    notes.dropped(`${path}.citationMetadata`, reason);
  }
  const chunks = candidate.groundingMetadata?.groundingChunks ?? [];
  if (chunks.some((chunk) => sourceOf(chunk) === undefined)) {
    notes.dropped(`${path}.groundingMetadata.groundingChunks`, reason);
  }
}

type Chunk = NonNullable<Grounding['groundingChunks']>[number];

/** The page, the place or the document that a part of the reply is based on, if it has an address. */
function sourceOf({ web, maps, retrievedContext, image }: Chunk): Source | undefined {
  const pageOfImage = image && { ...image, uri: image.sourceUri };
  return [web, maps, retrievedContext, pageOfImage].find((source) => source?.uri) ?? undefined;
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
  return omitUndefined({ url: uri || undefined, title: title || undefined, start, end });
}

function decodeGrounding(grounding: Grounding, offsets: TextOffsets): Citation[] {
  const sources = (grounding.groundingChunks ?? []).map(sourceOf);
  const supports = grounding.groundingSupports ?? [];
  const referred = supports.flatMap(({ segment, groundingChunkIndices }) => {
    // Offsets into a separate part have no meaning after parts are joined.
    const span = segment?.partIndex ? {} : (segment ?? {});
    return (groundingChunkIndices ?? []).flatMap((index) => {
      const source = sources[index];
      return source === undefined ? [] : [citationOf(source, span, offsets)];
    });
  });
  if (referred.length > 0) return referred;
  return sources.flatMap((source) =>
    source === undefined ? [] : [citationOf(source, {}, offsets)],
  );
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
  return citations.flatMap((citation) => {
    noteForeignExtras(citation.extras, 'citations', notes);
    if (citation.quote !== undefined) {
      notes.dropped('citations', 'Gemini replies do not contain the cited text.');
    }
    const { url, title, start, end } = citation;
    if (url === undefined && title === undefined) return [];
    return omitUndefined({
      uri: url,
      title,
      startIndex: start === undefined ? undefined : offsets.toByte(start),
      endIndex: end === undefined ? undefined : offsets.toByte(end),
    });
  });
}

/** Maximum length of a text whose offsets are converted, in characters. */
const longestText = 4 * 1024 * 1024;

/**
 * Converts offsets in a text from UTF-8 bytes, which this format uses, to characters and back. The text
 * arrives in chunks; the table is built only when an offset is requested.
 */
export class TextOffsets {
  #pieces: string[] = [];
  #length = 0;
  #table: Uint32Array | undefined;

  /** The number of characters so far. */
  get length(): number {
    return this.#length;
  }

  add(piece: string): void {
    this.#length += piece.length;
    if (this.#length > longestText) this.#pieces = [];
    else this.#pieces.push(piece);
    this.#table = undefined;
  }

  /** The first character that starts at or after a byte; `undefined` after the end. */
  toCharacter(byte: number): number | undefined {
    const table = this.#bytes();
    if (!(byte >= 0) || byte > (table.at(-1) ?? 0)) return undefined;
    let low = 0;
    let high = table.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((table[middle] ?? 0) < byte) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The byte at which a character starts; `undefined` after the end. */
  toByte(character: number): number | undefined {
    return this.#bytes()[character];
  }

  /** The number of bytes before each character, and before the end. */
  #bytes(): Uint32Array {
    this.#table ??= countBytes(this.#length > longestText ? '' : this.#pieces.join(''));
    return this.#table;
  }
}

function countBytes(text: string): Uint32Array {
  const table = new Uint32Array(text.length + 1);
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    table[at] = bytes;
    bytes += bytesOf(text, at);
  }
  table[text.length] = bytes;
  return table;
}

/** The halves of a surrogate pair share the four bytes of their character. */
function bytesOf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return isPair(text, at) || isPair(text, at - 1) ? 2 : 3;
}

function isPair(text: string, at: number): boolean {
  return at >= 0 && (text.codePointAt(at) ?? 0) > 0xffff;
}
