/** Reads and writes users, their sessions and sign-in links; part of `createSqlStore`. */
import {
  checkListLimit,
  StoreConflictError,
  toStorableText,
  toWholeNumber,
  userFields,
} from '@parley/core/store';
import type {
  ListPage,
  SessionRecord,
  SessionStore,
  UserChanges,
  UserIdentity,
  UserRecord,
  UserStore,
} from '@parley/core/store';
import type { Kysely } from 'kysely';
import { createRowCodec } from './row-codec.ts';
import type { Schema, SessionRow, UserRow } from './schema.ts';

export function createSessionStore(database: Kysely<Schema>): SessionStore {
  return {
    addSession: (session) => addSession(database, session),
    findSession: (hash) => findSession(database, hash),
    deleteSession: (hash) => deleteSession(database, hash),
    deleteExpiredSessions: (now) => deleteExpiredSessions(database, now),
  };
}

async function addSession(database: Kysely<Schema>, session: SessionRecord): Promise<void> {
  const result = await database
    .insertInto('sessions')
    .values(encodeSession(session))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows === 0n) {
    throw new StoreConflictError('A session with this hash exists already.');
  }
}

async function findSession(
  database: Kysely<Schema>,
  hash: string,
): Promise<SessionRecord | undefined> {
  const row = await database
    .selectFrom('sessions')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row && decodeSession(row);
}

async function deleteSession(database: Kysely<Schema>, hash: string): Promise<boolean> {
  const result = await database.deleteFrom('sessions').where('hash', '=', hash).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

async function deleteExpiredSessions(database: Kysely<Schema>, now: number): Promise<number> {
  const result = await database
    .deleteFrom('sessions')
    .where('expires_at', '<=', toWholeNumber(now))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

function encodeSession(session: SessionRecord): SessionRow {
  return {
    hash: session.hash,
    purpose: session.purpose,
    subject_kind: session.subject.kind,
    subject_reference: toStorableText(session.subject.reference),
    created_at: toWholeNumber(session.createdAt),
    expires_at: toWholeNumber(session.expiresAt),
  };
}

function decodeSession(row: SessionRow): SessionRecord {
  return {
    hash: row.hash,
    purpose: row.purpose,
    subject: { kind: row.subject_kind, reference: row.subject_reference },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

const users = createRowCodec<Omit<UserRecord, 'identity'>>(userFields);

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
    .where(column, '=', toStorableText(value))
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
  const { identity, ...rest } = changes;
  const row = { ...users.encodeChanges(rest), ...(identity && encodeIdentity(identity)) };
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
  return { issuer: toStorableText(issuer), subject: toStorableText(subject) };
}

function encodeUser({ identity, ...user }: UserRecord): UserRow {
  const columns = identity ? encodeIdentity(identity) : { issuer: null, subject: null };
  return { ...users.encode(user), ...columns };
}

function decodeUser(row: UserRow): UserRecord {
  const { issuer, subject } = row;
  return {
    ...users.decode(row),
    ...(issuer !== null && subject !== null && { identity: { issuer, subject } }),
  };
}
