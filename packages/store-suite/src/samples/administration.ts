/** Sample audit entries and entities, with every field of the store contract. */
import type { AuditEntry, EntityRecord } from '@parley/core/store';
import { sampleTime } from './time.ts';

export function sampleAuditEntry(serial: number, changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: `audit-${String(serial)}`,
    at: sampleTime + serial,
    actor: 'token:token-1',
    action: 'key.create',
    subjectKind: 'key',
    subjectId: 'key-1',
    detail: '{"name":"Laptop"}',
    ...changes,
  };
}

export function sampleEntity(name: string, changes: Partial<EntityRecord> = {}): EntityRecord {
  return {
    kind: 'model',
    name,
    body: '{"targets":[{"upstream":"first","model":"vendor/model-1"}]}',
    updatedAt: sampleTime,
    ...changes,
  };
}
