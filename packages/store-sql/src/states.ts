/** Encodes the states of keys and accounts as rows, and reads those of listed keys and accounts. */
import { advanceKeyState, emptyAccountState, emptyKeyState } from '@parley/core/ledger';
import {
  accountStateFields,
  windowNames,
  type AccountState,
  type Fields,
  type KeyRecord,
  type KeyState,
} from '@parley/core/store';
import type { Kysely } from 'kysely';
import type { DatabaseFacts } from './database.ts';
import type { Payer } from './hot-statements.ts';
import { createRowCodec, type RowOf } from './row-codec.ts';
import type { KeyStateRow, KeyTotals, Schema, WindowColumns } from './schema.ts';

export const accountStateCodec = createRowCodec<AccountState>(accountStateFields);

const totals = createRowCodec<KeyTotals>({
  keyId: 'word',
  spent: 'integer',
  tokens: 'integer',
  requests: 'integer',
  reservedNanoUsd: 'integer',
  reservedTokens: 'integer',
  running: 'integer',
  requestsWholeAt: 'real',
  tokensWholeAt: 'real',
  lastUsedAt: 'integer',
});
const quota = createRowCodec<KeyState['quota'], 'quota_'>(
  { startedAt: 'integer', nanoUsd: 'integer', tokens: 'integer', reset: 'word' },
  'quota_',
);
const windowFields: Fields<WindowColumns> = { startedAt: 'integer', nanoUsd: 'integer' };
const windows = {
  '5h': createRowCodec<WindowColumns, 'window_5h_'>(windowFields, 'window_5h_'),
  '1d': createRowCodec<WindowColumns, 'window_1d_'>(windowFields, 'window_1d_'),
  '7d': createRowCodec<WindowColumns, 'window_7d_'>(windowFields, 'window_7d_'),
} as const;
const noWindow: WindowColumns = { nanoUsd: 0 };

/** @throws RangeError when a number cannot be stored exactly */
export function encodeKeyState(state: KeyState): KeyStateRow {
  return {
    ...totals.encode(state),
    ...quota.encode(state.quota),
    ...windows['5h'].encode(state.windows['5h'] ?? noWindow),
    ...windows['1d'].encode(state.windows['1d'] ?? noWindow),
    ...windows['7d'].encode(state.windows['7d'] ?? noWindow),
  };
}

/** @throws RangeError when `encodeKeyState` would throw it */
export function checkKeyState(state: KeyState): void {
  totals.check(state);
  quota.check(state.quota);
  for (const name of windowNames) windows[name].check(state.windows[name] ?? noWindow);
}

export function decodeKeyState(row: KeyStateRow): KeyState {
  const running = windowNames.flatMap((name) => {
    const { startedAt, nanoUsd } = windows[name].decode(row);
    return startedAt === undefined ? [] : [[name, { startedAt, nanoUsd }] as const];
  });
  return {
    ...totals.decode(row),
    quota: quota.decode(row),
    windows: Object.fromEntries(running),
  };
}

/** The rows of keys and accounts that were never used, one for each id. */
export function emptyStateRows(payers: readonly Payer[]): {
  readonly accounts: readonly RowOf<AccountState>[];
  readonly keys: readonly KeyStateRow[];
} {
  const accounts = new Set(payers.map(({ accountId }) => accountId));
  const keys = new Set(payers.map(({ keyId }) => keyId));
  return {
    accounts: [...accounts].map((id) => accountStateCodec.encode(emptyAccountState(id))),
    keys: [...keys].map((id) => encodeKeyState(emptyKeyState(id, 0))),
  };
}

/** The current states of keys, for each of them: all zero for a key that was never used. */
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

/** The balances of accounts; accounts without a row are omitted. */
export async function readAccountStates(
  database: Kysely<Schema>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AccountState>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom('account_states')
    .selectAll()
    .where('account_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.account_id, accountStateCodec.decode(row)]));
}
