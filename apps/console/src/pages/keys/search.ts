/** The search parameters of this page. */
import {
  compact,
  readChoice,
  readFlag,
  readText,
  type RawSearch,
} from '../../search/read-search.ts';

export const keyStatuses = ['active', 'disabled', 'expired', 'quota_exhausted'] as const;

export function readKeysSearch(search: RawSearch) {
  return compact({
    create: readFlag(search, 'create'),
    query: readText(search, 'query'),
    group: readText(search, 'group'),
    status: readChoice(search, 'status', keyStatuses),
  });
}
