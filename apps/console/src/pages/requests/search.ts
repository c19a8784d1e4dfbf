/** What the address of this page holds behind the question mark. */
import { compact, readText, type RawSearch } from '../../search/read-search.ts';

export function readRequestsSearch(search: RawSearch) {
  return compact({
    query: readText(search, 'query'),
    key_id: readText(search, 'key_id'),
    group: readText(search, 'group'),
    model: readText(search, 'model'),
    upstream: readText(search, 'upstream'),
    status: readText(search, 'status'),
    min_amount: readText(search, 'min_amount'),
    min_first_byte_ms: readText(search, 'min_first_byte_ms'),
  });
}
