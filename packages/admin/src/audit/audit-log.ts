/** The audit log: writes an entry for each change that an operator makes, and lists the entries. */
import { parseJson, omitUndefined } from '@parley/protocol';
import * as z from 'zod';
import type { AuditEntry } from '@parley/core/store';
import type { Operator } from '../shared/operator.ts';
import { decodeCursor, nextCursor, page, type Page } from '../shared/page.ts';
import { formatTime, time } from '../shared/times.ts';

/** What an operator did. */
export interface AuditAction {
  /** The kind of what was changed and a verb, such as `key.create`. */
  readonly action: string;
  /** The kind that `action` names by default. */
  readonly subjectKind?: string;
  readonly subjectId: string;
  /** The id of the entry, for an action that may be repeated; random by default. */
  readonly id?: string;
  /** What was changed; must not contain a secret. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Writes an entry to the audit log. */
export async function audit(
  { store, clock, actor }: Pick<Operator, 'store' | 'clock' | 'actor'>,
  { action, subjectId, id = crypto.randomUUID(), detail = {}, ...subject }: AuditAction,
): Promise<void> {
  const { subjectKind = action.slice(0, action.indexOf('.')) } = subject;
  await store.addAuditEntry({
    id,
    at: clock.now(),
    actor,
    action,
    subjectKind,
    subjectId,
    detail: JSON.stringify(detail),
  });
}

/** Validates the query of the audit log: its filters, and the page. */
export const auditQuery = page.extend({
  subject_kind: z.string().optional(),
  subject_id: z.string().optional(),
  actor: z.string().optional().describe('Such as cli, or token: followed by the id of a token.'),
  action: z.string().optional().describe('Such as key.create.'),
  from: time.optional(),
  until: time.optional(),
});

/** An entry of the audit log as the API writes it; times are in ISO 8601. */
export const auditView = z
  .strictObject({
    object: z.literal('audit.entry'),
    id: z.string(),
    at: z.string(),
    actor: z.string(),
    action: z.string(),
    subject_kind: z.string(),
    subject_id: z.string(),
    detail: z.unknown(),
  })
  .meta({ id: 'AuditEntry' });
/** An audit entry, as the admin API shows it. */
export type AuditView = z.infer<typeof auditView>;

/** Lists audit entries, newest first. */
export async function listAudit(
  { store }: Operator,
  query: z.output<typeof auditQuery>,
): Promise<Page<AuditView>> {
  const { limit, after, subject_kind: subjectKind, subject_id: subjectId } = query;
  const { actor, action, from, until } = query;
  const cursor = decodeCursor(after);
  const entries = await store.listAudit(
    omitUndefined({
      limit,
      subjectKind,
      subjectId,
      actor,
      action,
      from,
      until,
      after: cursor && { at: cursor.time, id: cursor.id },
    }),
  );
  return {
    data: entries.map(toAuditView),
    next: nextCursor(entries, limit, ({ at, id }) => ({ time: at, id })),
  };
}

function toAuditView(entry: AuditEntry): AuditView {
  return {
    object: 'audit.entry',
    id: entry.id,
    at: formatTime(entry.at),
    actor: entry.actor,
    action: entry.action,
    subject_kind: entry.subjectKind,
    subject_id: entry.subjectId,
    detail: parseJson(entry.detail) ?? null,
  };
}
