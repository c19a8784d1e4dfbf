/** Prepares texts for a record, which others read; used by its parts whose texts clients or upstreams choose. */
import { redactSecrets } from '@parley/protocol';

/** Maximum length of a text in a record, in UTF-16 units. */
const longestText = 500;

/** No key is shorter than this, and most texts have no word of this length: they need no search. */
const longWord = /[\w-]{20}/;

/** Cuts a text without splitting a surrogate pair, and masks keys: a client may write its own in a wrong place. */
export function recordText(text: string): string;
export function recordText(text: string | undefined): string | undefined;
export function recordText(text: string | undefined): string | undefined {
  const cut = text?.slice(0, longestText).replace(/[\uD800-\uDBFF]$/, '');
  return cut !== undefined && longWord.test(cut) ? redactSecrets(cut) : cut;
}
