/** What the address of this page holds behind the question mark. */
import { compact, readText, type RawSearch } from '../../search/read-search.ts';

export function readSettingsSearch(search: RawSearch) {
  return compact({ tab: readText(search, 'tab') });
}
