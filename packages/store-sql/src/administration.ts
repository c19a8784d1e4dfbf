/** Reads and writes admin tokens and the audit log; part of `createSqlStore`. */
import {
  adminTokenFields,
  auditFields,
  checkListLimit,
  StoreConflictError,
} from '@parley/core/store';
import type {
  AdminStore,
  AdminTokenRecord,
  AuditEntry,
  AuditFilter,
  FirstRecords,
} from '@parley/core/store';
import type { Kysely } from 'kysely';
import { lockAccount } from './accounts.ts';
import type { DatabaseFacts } from './database.ts';
import { addKey } from './keys.ts';
import { createRowCodec } from './row-codec.ts';
import type { Schema } from './schema.ts';

const tokens = createRowCodec<AdminTokenRecord>(adminTokenFields);
const entries = createRowCodec<AuditEntry>(auditFields);

export function createAdminStore(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
): Omit<AdminStore, 'deleteAudit'> {
  return {
    addFirst: (first) => addFirst(database, facts, first),
    addAdminToken: (token) => addAdminToken(database, token),
    findAdminToken: (hash) => findAdminToken(database, hash),
    listAdminTokens: () => listAdminTokens(database),
    deleteAdminToken: (id) => deleteAdminToken(database, id),
    addAuditEntry: (entry) => addAuditEntry(database, entry),
    listAudit: (filter) => listAudit(database, filter),
  };
}

/** Adds a key and an admin token if there is no token. Throws as `AdminStore.addFirst`. */
function addFirst(
  database: Kysely<Schema>,
  facts: DatabaseFacts,
  first: FirstRecords,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    // Concurrent calls wait for the lock, and then find the token.
    await lockAccount(transaction, facts, first.key.accountId);
    if ((await listAdminTokens(transaction)).length > 0) return false;
    await addKey(transaction, facts, first);
    await addAdminToken(transaction, first.token);
    return true;
  });
}

async function addAdminToken(database: Kysely<Schema>, token: AdminTokenRecord): Promise<void> {
  const result = await database
    .insertInto('admin_tokens')
    .values(tokens.encode(token))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows === 0n) {
    throw new StoreConflictError('An admin token with this id or hash exists already.');
  }
}

async function findAdminToken(
  database: Kysely<Schema>,
  hash: string,
): Promise<AdminTokenRecord | undefined> {
  const row = await database
    .selectFrom('admin_tokens')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row && tokens.decode(row);
}

async function listAdminTokens(database: Kysely<Schema>): Promise<readonly AdminTokenRecord[]> {
  const rows = await database
    .selectFrom('admin_tokens')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => tokens.decode(row));
}

async function deleteAdminToken(database: Kysely<Schema>, id: string): Promise<boolean> {
  const result = await database.deleteFrom('admin_tokens').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Adds an entry. Returns false, and changes nothing, when there is one with the same id. */
async function addAuditEntry(database: Kysely<Schema>, entry: AuditEntry): Promise<boolean> {
  const result = await database
    .insertInto('audit')
    .values(entries.encode(entry))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

async function listAudit(
  database: Kysely<Schema>,
  { subjectKind, subjectId, actor, action, from, until, after, limit }: AuditFilter,
): Promise<readonly AuditEntry[]> {
  checkListLimit(limit);
  let query = database.selectFrom('audit').selectAll();
  if (subjectKind !== undefined) query = query.where('subject_kind', '=', subjectKind);
  if (subjectId !== undefined) query = query.where('subject_id', '=', subjectId);
  if (actor !== undefined) query = query.where('actor', '=', actor);
  if (action !== undefined) query = query.where('action', '=', action);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (until !== undefined) query = query.where('at', '<', until);
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('at', 'id'), '<', where.tuple(after.at, after.id)),
    );
  }
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map((row) => entries.decode(row));
}
