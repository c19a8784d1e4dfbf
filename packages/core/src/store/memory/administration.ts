/** Admin tokens, the audit log and declared entities in memory. */
import { StoreConflictError } from '../index.ts';
import type {
  AdminStore,
  AdminTokenRecord,
  AuditEntry,
  EntityRecord,
  EntityStore,
} from '../index.ts';
import { checkLimit, matches, selectNewest } from './records.ts';

/**
 * Admin tokens and the audit log.
 * @param capacity how many audit entries are kept, at least 1; the oldest one makes room
 */
export function createMemoryAdmin(capacity: number): AdminStore {
  const tokens = new Map<string, AdminTokenRecord>();
  const audit = new Map<string, AuditEntry>();
  const list = (): readonly AdminTokenRecord[] => [...tokens.values()];
  return {
    addAdminToken: async (token) => {
      if (list().some(({ id, hash }) => id === token.id || hash === token.hash)) {
        throw new StoreConflictError('The token exists already.');
      }
      tokens.set(token.id, token);
    },
    findAdminToken: async (hash) => list().find((token) => token.hash === hash),
    listAdminTokens: async () => list().toSorted((a, b) => a.createdAt - b.createdAt),
    deleteAdminToken: async (id) => tokens.delete(id),
    addAuditEntry: async (entry) => {
      if (!audit.has(entry.id)) audit.set(entry.id, entry);
      const [oldest] = audit.keys();
      if (audit.size > capacity && oldest !== undefined) audit.delete(oldest);
    },
    deleteAudit: async ({ before, limit }) => {
      checkLimit(limit);
      const old = [...audit.values()]
        .filter(({ at }) => at < before)
        .sort((one, other) => one.at - other.at)
        .slice(0, limit);
      for (const { id } of old) audit.delete(id);
      return old.length;
    },
    listAudit: async ({ after, limit, from = -Infinity, until = Infinity, ...wanted }) => {
      const cursor = after && { time: after.at, id: after.id };
      const found = [...audit.values()].filter(
        (entry) => entry.at >= from && entry.at < until && matches(entry, wanted),
      );
      return selectNewest(found, (entry) => entry.at, { after: cursor, limit });
    },
  };
}

/** Declared parts of the configuration. */
export function createMemoryEntities(): EntityStore {
  const entities = new Map<string, EntityRecord>();
  let version = 0;
  return {
    readEntityVersion: async () => version,
    readEntities: async () => ({ version, entities: [...entities.values()] }),
    saveEntity: async (entity) => {
      entities.set(`${entity.kind} ${entity.name}`, entity);
      version += 1;
    },
    deleteEntity: async (kind, name) => {
      const deleted = entities.delete(`${kind} ${name}`);
      if (deleted) version += 1;
      return deleted;
    },
  };
}
