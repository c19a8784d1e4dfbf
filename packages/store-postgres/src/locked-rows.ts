/** Finds states that other sessions have locked, without waiting for them; used by the ledger of the store. */
import type { FindLocked } from '@parley/store-sql';
import { withClient } from './pipelined-client.ts';
import type { ShortPool } from './pool.ts';

/** Locks what is free for the moment of the statement; an id without a row is free. */
const statement = {
  name: 'parley_find_locked',
  text: `
    with free_accounts as materialized (
      select account_id from account_states where account_id = any($1::text[]) for update skip locked
    ),
    free_keys as materialized (
      select key_id from key_states where key_id = any($2::text[]) for update skip locked
    )
    select
      array(select account_id from account_states where account_id = any($1::text[])
        except select account_id from free_accounts) as accounts,
      array(select key_id from key_states where key_id = any($2::text[])
        except select key_id from free_keys) as keys`,
};

interface LockedIds {
  readonly accounts: readonly string[];
  readonly keys: readonly string[];
}

export function createFindLocked(pool: ShortPool): FindLocked {
  return (payers) =>
    withClient(pool, async (client) => {
      const ids = [payers.map(({ accountId }) => accountId), payers.map(({ keyId }) => keyId)];
      const [found] = (await client.query(statement, ids)).rows as readonly LockedIds[];
      const accounts = new Set(found?.accounts);
      const keys = new Set(found?.keys);
      return payers.filter(({ accountId, keyId }) => accounts.has(accountId) || keys.has(keyId));
    });
}
