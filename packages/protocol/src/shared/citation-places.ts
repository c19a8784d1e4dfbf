// Recalculates citation offsets when text moves or arrives in chunks, for replies and stream decoders.
import type { Citation } from '../canonical/part.ts';
import { omitUndefined } from './omit-undefined.ts';

/*
 * Some formats count citation offsets from the start of the whole reply; the canonical form counts from the
 * start of the part.
 */

/** The range of one text within the whole text of a reply, in characters. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the text that a citation belongs to, and returns the citation with offsets relative to it. A citation
 * without offsets belongs to the last text.
 * @param spans of all texts, in order
 */
export function placeCitation<Span extends TextSpan>(
  citation: Citation,
  spans: readonly Span[],
): { readonly span: Span; readonly citation: Citation } | undefined {
  const { start, end } = citation;
  const found = start === undefined ? undefined : spans.find((span) => start < span.end);
  const span = found ?? spans.at(-1);
  if (span === undefined) return undefined;
  const last = end === undefined ? undefined : Math.min(end, span.end);
  const within = last === undefined ? citation : { ...citation, end: last };
  return { span, citation: moveCitation(within, -span.start) };
}

/** Returns the citation with shifted offsets. */
export function moveCitation(citation: Citation, by: number): Citation {
  const { start, end } = citation;
  return {
    ...citation,
    ...omitUndefined({
      start: start === undefined ? undefined : Math.max(0, start + by),
      end: end === undefined ? undefined : Math.max(0, end + by),
    }),
  };
}

/** The reason in the note for citations that arrive after their text can no longer be changed. */
export const followingCitation =
  'Citations that came after their text follow it, with no text of their own.';

/** The texts of a stream as they grow. */
export class StreamedTexts {
  readonly #texts: { readonly index: number; readonly start: number; end: number }[] = [];
  #length = 0;

  /** The length of all texts, in characters. */
  get length(): number {
    return this.#length;
  }

  /** @param index the index of the part */
  add(index: number, text: string): void {
    const start = this.#length;
    this.#length += text.length;
    const last = this.#texts.at(-1);
    if (last?.index === index) last.end = this.#length;
    else this.#texts.push({ index, start, end: this.#length });
  }

  /** The part that a citation of the whole reply belongs to; `undefined` before any text. */
  place(citation: Citation): { readonly index: number; readonly citation: Citation } | undefined {
    const placed = placeCitation(citation, this.#texts);
    return placed && { index: placed.span.index, citation: placed.citation };
  }
}
