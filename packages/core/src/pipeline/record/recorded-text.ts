/** Prepares texts for a record, which others read; used by its parts whose texts clients or upstreams choose. */
import { redactSecrets } from '@parley/protocol';

/** Maximum length of a text in a record, in UTF-16 units. */
const longestText = 500;

/** Units that are searched for keys: enough for a key that begins within the first 500, and not a whole long text. */
const longestRead = 4_000;

/** No key is shorter than this, and most texts have no word of this length: they need no search. */
const longWord = /[\w-]{20}/;

/**
 * Masks keys, because a client may write its own in a wrong place, then cuts the text without splitting a surrogate
 * pair: the start of a key that was cut may not look like one.
 */
export function recordText(text: string): string;
export function recordText(text: string | undefined): string | undefined;
export function recordText(text: string | undefined): string | undefined {
  const read = text?.slice(0, longestRead);
  const safe = read !== undefined && longWord.test(read) ? redactSecrets(read) : read;
  return safe?.slice(0, longestText).replace(/[\uD800-\uDBFF]$/, '');
}
