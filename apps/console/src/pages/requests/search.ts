/** The search parameters of this page. */
import type { ExchangeFilters } from '../../api/records.ts';
import { readTypedNumber } from '../../money/typed-number.ts';
import { hideSecret } from '../../search/hide-secret.ts';
import {
  compact,
  readChoice,
  readFlag,
  readText,
  type RawSearch,
} from '../../search/read-search.ts';

/** The filters in the order in which the page shows them. */
export const filterNames = [
  'query',
  'status',
  'outcome',
  'pricing',
  'model',
  'key_id',
  'group',
  'account_id',
  'upstream',
  'min_amount',
  'min_first_byte_ms',
  'from',
  'until',
] as const satisfies readonly (keyof ExchangeFilters)[];

export type RequestsSearch = ReturnType<typeof readRequestsSearch>;

export function readRequestsSearch(search: RawSearch) {
  return compact({
    query: hideSecret(readText(search, 'query') ?? '') || undefined,
    key_id: readText(search, 'key_id'),
    account_id: readText(search, 'account_id'),
    group: readText(search, 'group'),
    model: readText(search, 'model'),
    upstream: readText(search, 'upstream'),
    outcome: readChoice(search, 'outcome', ['completed', 'failed', 'canceled']),
    pricing: readChoice(search, 'pricing', ['priced', 'free', 'quarantined']),
    status: readText(search, 'status'),
    min_amount: readTypedNumber(readText(search, 'min_amount') ?? '') || undefined,
    min_first_byte_ms: readCount(search, 'min_first_byte_ms'),
    from: readText(search, 'from'),
    until: readText(search, 'until'),
    live: readFlag(search, 'live'),
    open: readText(search, 'open'),
  });
}

/** Digits; another text is absent. */
function readCount(search: RawSearch, name: string): string | undefined {
  const text = readText(search, name) ?? '';
  return /^\d{1,9}$/.test(text) ? text : undefined;
}

/** Only the filters; key holders have no filters by key and provider. */
export function filtersOf(search: RequestsSearch, isOperator: boolean): ExchangeFilters {
  const { live, open, key_id, account_id, upstream, ...shared } = search;
  return isOperator ? compact({ ...shared, key_id, account_id, upstream }) : shared;
}
