/** What the address of this page holds behind the question mark. */
import { compact, readText, type RawSearch } from '../../search/read-search.ts';

export function readReferenceSearch(search: RawSearch) {
  return compact({ operation: readText(search, 'operation') });
}
