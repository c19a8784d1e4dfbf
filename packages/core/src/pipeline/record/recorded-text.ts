/** Cuts texts to the length that a record keeps; used by the parts of a record whose texts others choose. */

/** Maximum length of a text in a record, in UTF-16 units. */
const longestText = 500;

/** Cuts a text without splitting a surrogate pair. */
export function cutText(text: string): string;
export function cutText(text: string | undefined): string | undefined;
export function cutText(text: string | undefined): string | undefined {
  return text?.slice(0, longestText).replace(/[\uD800-\uDBFF]$/, '');
}
