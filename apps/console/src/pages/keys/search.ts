/** What the address of this page holds behind the question mark. */
import { compact, readFlag, readText, type RawSearch } from '../../search/read-search.ts';

export function readKeysSearch(search: RawSearch) {
  return compact({ create: readFlag(search, 'create'), query: readText(search, 'query') });
}
