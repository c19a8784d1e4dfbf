/** What the address of this page holds behind the question mark. */
import { compact, readText, type RawSearch } from '../../search/read-search.ts';

export function readLedgerSearch(search: RawSearch) {
  return compact({
    account_id: readText(search, 'account_id'),
    key_id: readText(search, 'key_id'),
    tab: readText(search, 'tab'),
  });
}
