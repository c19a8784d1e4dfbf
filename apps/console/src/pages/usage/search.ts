/** What the address of this page holds behind the question mark. */
import { compact, readText, type RawSearch } from '../../search/read-search.ts';

export function readUsageSearch(search: RawSearch) {
  return compact({
    by: readText(search, 'by'),
    range: readText(search, 'range'),
    key_id: readText(search, 'key_id'),
    group: readText(search, 'group'),
    model: readText(search, 'model'),
  });
}
