/** The search parameters of this page. */
import { compact, readText, type RawSearch } from '../../search/read-search.ts';

export function readPlaygroundSearch(search: RawSearch) {
  return compact({
    key_id: readText(search, 'key_id'),
    model: readText(search, 'model'),
    dialect: readText(search, 'dialect'),
    // Of the second side; present when two are compared.
    model_b: readText(search, 'model_b'),
    dialect_b: readText(search, 'dialect_b'),
  });
}
