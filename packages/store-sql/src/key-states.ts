import { advanceKeyState, emptyKeyState } from '@parley/core/ledger';
import type { KeyRecord, KeyState } from '@parley/core/store';
import type { Kysely } from 'kysely';
import type { DatabaseFacts } from './database-facts.ts';
import { decodeKeyState } from './key-state-row.ts';
import type { Schema } from './schema.ts';

/** The states of keys as they are now, for each of them: all zero when it was never used. */
export async function readKeyStates(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  keys: readonly Pick<KeyRecord, 'id' | 'limits'>[],
): Promise<ReadonlyMap<string, KeyState>> {
  if (keys.length === 0) return new Map();
  const ids = keys.map(({ id }) => id);
  const rows = await database
    .selectFrom('key_states')
    .selectAll()
    .where('key_id', 'in', ids)
    .execute();
  const known = new Map(rows.map((row) => [row.key_id, decodeKeyState(row)]));
  const now = await facts.now(database);
  return new Map(
    keys.map(({ id, limits }) => [
      id,
      advanceKeyState(known.get(id) ?? emptyKeyState(id, now), limits, now),
    ]),
  );
}
