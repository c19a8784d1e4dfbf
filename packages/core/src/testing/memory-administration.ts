import { StoreConflictError } from '../store.ts';
import type {
  AdminStore,
  AdminTokenRecord,
  AuditEntry,
  EntityRecord,
  EntityStore,
  ResponseStore,
  StoredResponse,
} from '../store.ts';
import { matches, selectNewest } from './memory-records.ts';

/** Admin tokens and the audit log, for tests of core. */
export function createMemoryAdmin(): AdminStore {
  const tokens = new Map<string, AdminTokenRecord>();
  const audit: AuditEntry[] = [];
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
      if (!audit.some(({ id }) => id === entry.id)) audit.push(entry);
    },
    listAudit: async ({ after, limit, ...wanted }) => {
      const cursor = after && { time: after.at, id: after.id };
      const found = audit.filter((entry) => matches(entry, wanted));
      return selectNewest(found, (entry) => entry.at, { after: cursor, limit });
    },
  };
}

/** Declared parts of the configuration, for tests of core. */
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

/** Kept answers, for tests of core. */
export function createMemoryResponses(): ResponseStore {
  const responses = new Map<string, StoredResponse>();
  return {
    saveResponse: async (response) => {
      responses.set(`${response.keyId} ${response.id}`, response);
    },
    findResponse: async (keyId, id) => responses.get(`${keyId} ${id}`),
    findResponsesByItem: async (keyId, itemIds) =>
      [...responses.values()]
        .filter((response) => response.keyId === keyId)
        .filter((response) => response.itemIds.some((id) => itemIds.includes(id)))
        .sort((left, right) => right.createdAt - left.createdAt),
    deleteResponse: async (keyId, id) => responses.delete(`${keyId} ${id}`),
  };
}
