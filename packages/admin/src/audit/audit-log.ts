import { parseJson } from '@parley/protocol';
import * as z from 'zod';
import { decodeCursor, encodeCursor } from '../shared/cursor.ts';
import type { Operator } from '../shared/operator.ts';
import type { Page } from '../shared/page.ts';
import { page } from '../shared/schemas.ts';
import { formatTime, time } from '../shared/times.ts';

export const auditQuery = page.extend({
  subject_kind: z.string().optional(),
  subject_id: z.string().optional(),
  actor: z.string().optional().describe('Such as cli, or token: and the id of a token.'),
  action: z.string().optional().describe('Such as key.create.'),
  from: time.optional(),
  until: time.optional(),
});

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

/** What operators did, newest first. */
export async function listAudit(
  { store }: Operator,
  query: z.output<typeof auditQuery>,
): Promise<Page<z.infer<typeof auditView>>> {
  const { limit, after, subject_kind: subjectKind, subject_id: subjectId } = query;
  const { actor, action, from, until } = query;
  const cursor = after === undefined ? undefined : decodeCursor(after);
  const entries = await store.listAudit({
    limit,
    ...(subjectKind !== undefined && { subjectKind }),
    ...(subjectId !== undefined && { subjectId }),
    ...(actor !== undefined && { actor }),
    ...(action !== undefined && { action }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(cursor && { after: { at: cursor.time, id: cursor.id } }),
  });
  const last = entries.length === limit ? entries.at(-1) : undefined;
  return {
    data: entries.map((entry) => ({
      object: 'audit.entry',
      id: entry.id,
      at: formatTime(entry.at),
      actor: entry.actor,
      action: entry.action,
      subject_kind: entry.subjectKind,
      subject_id: entry.subjectId,
      detail: parseJson(entry.detail) ?? null,
    })),
    next: last === undefined ? null : encodeCursor(last.at, last.id),
  };
}
