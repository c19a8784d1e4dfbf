/** What the address of this page holds behind the question mark. */
import { compact, readText, type RawSearch } from '../../search/read-search.ts';

export function readProvidersSearch(search: RawSearch) {
  return compact({ upstream: readText(search, 'upstream') });
}
