/** Text in the columns of a terminal; used by the tables of commands. */
import { eastAsianWidth } from 'get-east-asian-width';

/** Pads a text with spaces to a number of columns. */
export function padColumns(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - countColumns(text)));
}

/** How many columns a terminal takes for a text: two for an emoji and for a Chinese character. */
export function countColumns(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of (segmenter ??= new Intl.Segmenter()).segment(text)) {
    columns += columnsOf(segment);
  }
  return columns;
}

/** Created with the first text that is not ASCII, because most gateways never have one. */
let segmenter: Intl.Segmenter | undefined;

/** @param segment what a reader sees as one character */
function columnsOf(segment: string): number {
  if (/^[\p{Cc}\p{Cf}\p{M}]+$/u.test(segment)) return 0;
  if (/\p{Emoji_Presentation}|\ufe0f/u.test(segment)) return 2;
  return eastAsianWidth(segment.codePointAt(0) ?? 0);
}
