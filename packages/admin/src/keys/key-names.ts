/** The names of keys, for lists that refer to keys by their ids. */
import type { KeyStore } from '@parley/core/store';

/** How many names the store gives at once. */
const mostIds = 1_000;

/** Gives names by ids, of deleted keys too as long as the store knows them. One look-up a thousand keys. */
export async function readKeyNames(
  store: KeyStore,
  keyIds: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(keyIds)];
  const names = new Map<string, string>();
  for (let start = 0; start < ids.length; start += mostIds) {
    const found = await store.readKeyNames(ids.slice(start, start + mostIds));
    for (const { id, name } of found) names.set(id, name);
  }
  return names;
}
