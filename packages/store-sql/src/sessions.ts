/** Sessions and sign-in links. */
import { StoreConflictError } from '@parley/core/store';
import type { SessionRecord, SessionStore } from '@parley/core/store';
import type { Kysely } from 'kysely';
import { toInteger, toText } from './column.ts';
import type { Schema, SessionRow } from './schema.ts';

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
    .where('expires_at', '<=', toInteger(now))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

function encodeSession(session: SessionRecord): SessionRow {
  return {
    hash: session.hash,
    purpose: session.purpose,
    subject_kind: session.subject.kind,
    subject_reference: toText(session.subject.reference),
    created_at: toInteger(session.createdAt),
    expires_at: toInteger(session.expiresAt),
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
