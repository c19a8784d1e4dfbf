/** What the address of this page holds behind the question mark. */
import { compact, readText, type RawSearch } from '../../search/read-search.ts';

export function readGroupsSearch(search: RawSearch) {
  return compact({
    group: readText(search, 'group'),
    key_id: readText(search, 'key_id'),
    model: readText(search, 'model'),
  });
}
