import type { AuditEntry, AuditFilter } from '@parley/core/store';
import type { Kysely } from 'kysely';
import { toInteger, toText } from './column.ts';
import { checkListLimit } from './list-limit.ts';
import type { AuditRow, Schema } from './schema.ts';

/** Adds an entry; a second one with the same id changes nothing. */
export async function addAuditEntry(database: Kysely<Schema>, entry: AuditEntry): Promise<void> {
  await database
    .insertInto('audit')
    .values(encodeAuditEntry(entry))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function listAudit(
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
  return rows.map(decodeAuditEntry);
}

function encodeAuditEntry(entry: AuditEntry): AuditRow {
  return {
    id: entry.id,
    at: toInteger(entry.at),
    actor: toText(entry.actor),
    action: toText(entry.action),
    subject_kind: toText(entry.subjectKind),
    subject_id: toText(entry.subjectId),
    detail: toText(entry.detail),
  };
}

function decodeAuditEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    actor: row.actor,
    action: row.action,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    detail: row.detail,
  };
}
