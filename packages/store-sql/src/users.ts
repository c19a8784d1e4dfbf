/** People who sign in with a provider of identities. */
import { StoreConflictError } from '@parley/core/store';
import type {
  ListPage,
  UserChanges,
  UserIdentity,
  UserRecord,
  UserStore,
} from '@parley/core/store';
import type { Kysely } from 'kysely';
import { fromNullable, toChange, toFlag, toInteger, toNullable, toText } from './column.ts';
import { checkListLimit } from './list-limit.ts';
import type { Schema, UserRow } from './schema.ts';

export function createUserStore(database: Kysely<Schema>): UserStore {
  return {
    addUser: (user) => addUser(database, user),
    readUser: (id) => findUser(database, 'id', id),
    findUser: (email) => findUser(database, 'email', email),
    listUsers: (page) => listUsers(database, page),
    changeUser: (id, changes) => changeUser(database, id, changes),
    deleteUser: (id) => deleteUser(database, id),
  };
}

async function addUser(database: Kysely<Schema>, user: UserRecord): Promise<void> {
  const result = await database
    .insertInto('users')
    .values(encodeUser(user))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows === 0n) {
    throw new StoreConflictError('A user with this id or e-mail address exists already.');
  }
}

async function findUser(
  database: Kysely<Schema>,
  column: 'id' | 'email',
  value: string,
): Promise<UserRecord | undefined> {
  const row = await database
    .selectFrom('users')
    .selectAll()
    .where(column, '=', toText(value))
    .executeTakeFirst();
  return row && decodeUser(row);
}

async function listUsers(
  database: Kysely<Schema>,
  { afterId, limit }: ListPage,
): Promise<readonly UserRecord[]> {
  checkListLimit(limit);
  let query = database.selectFrom('users').selectAll();
  if (afterId !== undefined) query = query.where('id', '>', afterId);
  const rows = await query.orderBy('id').limit(limit).execute();
  return rows.map(decodeUser);
}

async function changeUser(
  database: Kysely<Schema>,
  id: string,
  changes: UserChanges,
): Promise<UserRecord | undefined> {
  const row = {
    ...toChange('name', changes.name, toText),
    ...(changes.role && { role: changes.role }),
    ...toChange('disabled', changes.disabled, toFlag),
    ...(changes.identity && encodeIdentity(changes.identity)),
    ...toChange('last_signed_in_at', changes.lastSignedInAt, toInteger),
  };
  if (Object.keys(row).length > 0) {
    await database.updateTable('users').set(row).where('id', '=', id).execute();
  }
  return findUser(database, 'id', id);
}

async function deleteUser(database: Kysely<Schema>, id: string): Promise<boolean> {
  const result = await database.deleteFrom('users').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

function encodeIdentity({ issuer, subject }: UserIdentity): { issuer: string; subject: string } {
  return { issuer: toText(issuer), subject: toText(subject) };
}

function encodeUser(user: UserRecord): UserRow {
  return {
    id: toText(user.id),
    email: toText(user.email),
    name: toNullable(user.name, toText),
    role: user.role,
    disabled: toFlag(user.disabled),
    invited: toFlag(user.invited),
    ...(user.identity ? encodeIdentity(user.identity) : { issuer: null, subject: null }),
    created_at: toInteger(user.createdAt),
    last_signed_in_at: toNullable(user.lastSignedInAt, toInteger),
  };
}

function decodeUser(row: UserRow): UserRecord {
  const { issuer, subject } = row;
  return {
    id: row.id,
    email: row.email,
    ...fromNullable('name', row.name),
    role: row.role,
    disabled: row.disabled === 1,
    invited: row.invited === 1,
    ...(issuer !== null && subject !== null && { identity: { issuer, subject } }),
    createdAt: row.created_at,
    ...fromNullable('lastSignedInAt', row.last_signed_in_at),
  };
}
