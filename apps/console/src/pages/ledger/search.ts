/** The search parameters of this page. */
import { compact, readChoice, readText, type RawSearch } from '../../search/read-search.ts';

export const tabs = ['accounts', 'movements', 'quarantine', 'check'] as const;
export const kinds = ['top-up', 'adjustment', 'charge'] as const;

export type LedgerSearch = ReturnType<typeof readLedgerSearch>;

export function readLedgerSearch(search: RawSearch) {
  return compact({
    tab: readChoice(search, 'tab', tabs),
    account_id: readText(search, 'account_id'),
    key_id: readText(search, 'key_id'),
    kind: readChoice(search, 'kind', kinds),
  });
}
