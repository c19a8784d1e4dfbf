/** The search parameters of this page. */
import { compact, readText, type RawSearch } from '../../search/read-search.ts';

export function readReferenceSearch(search: RawSearch) {
  return compact({ operation: readText(search, 'operation') });
}
