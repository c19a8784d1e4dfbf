/** What the address of this page holds behind the question mark. */
import { compact, readText, type RawSearch } from '../../search/read-search.ts';

export function readModelsSearch(search: RawSearch) {
  return compact({
    key_id: readText(search, 'key_id'),
    group: readText(search, 'group'),
    query: readText(search, 'query'),
  });
}
