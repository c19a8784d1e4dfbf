/** Admin tokens, the audit log, entities, sessions and users of the memory store. */
import {
  checkListLimit,
  checkUnchanged,
  StoreConflictError,
  StoreReferenceError,
  type AdminStore,
  type AdminTokenRecord,
  type AuditEntry,
  type EntityRecord,
  type EntityStore,
  type KeyStore,
  type SessionRecord,
  type SessionStore,
  type UserRecord,
  type UserStore,
} from '../store/index.ts';
import { changeRecord, matches, selectNewest, selectPage } from './records.ts';

/**
 * Admin tokens and the audit log.
 * @param capacity the maximum number of audit entries, at least 1; a new entry replaces the oldest
 */
export function createMemoryAdmin(capacity: number, keys: Pick<KeyStore, 'addKey'>): AdminStore {
  const tokens = new Map<string, AdminTokenRecord>();
  const audit = new Map<string, AuditEntry>();
  const list = (): readonly AdminTokenRecord[] => [...tokens.values()];
  return {
    addFirst: async ({ key, secret, token }) => {
      if (tokens.size > 0) return false;
      // Before anything is awaited, so that a concurrent call finds it.
      tokens.set(token.id, token);
      try {
        await keys.addKey(key, secret);
      } catch (error) {
        tokens.delete(token.id);
        throw error;
      }
      return true;
    },
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
      if (audit.has(entry.id)) return false;
      audit.set(entry.id, entry);
      const [oldest] = audit.keys();
      if (audit.size > capacity && oldest !== undefined) audit.delete(oldest);
      return true;
    },
    deleteAudit: async ({ before, limit }) => {
      checkListLimit(limit);
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

export interface MemoryEntities extends EntityStore {
  /** @throws StoreReferenceError when one of them does not exist */
  readonly checkGroups: (names: readonly string[]) => void;
}

/** The entities of the configuration. @param isBound whether a key is bound to a group */
export function createMemoryEntities(isBound: (group: string) => boolean): MemoryEntities {
  const entities = new Map<string, EntityRecord>();
  let version = 0;
  return {
    checkGroups(names) {
      if (names.every((name) => entities.has(`group ${name}`))) return;
      throw new StoreReferenceError('There is no such group.');
    },
    readEntityVersion: async () => version,
    readEntities: async () => ({ version, entities: [...entities.values()] }),
    saveEntity: async (entity, expected) => {
      checkUnchanged(entities.get(`${entity.kind} ${entity.name}`) ?? 'none', expected);
      entities.set(`${entity.kind} ${entity.name}`, entity);
      version += 1;
    },
    deleteEntity: async (kind, name, { unbound = false, expected } = {}) => {
      const current = entities.get(`${kind} ${name}`);
      if (current === undefined) return false;
      checkUnchanged(current, expected);
      if (unbound && isBound(name)) throw new StoreReferenceError('A key is bound to this group.');
      version += 1;
      return entities.delete(`${kind} ${name}`);
    },
  };
}

export function createMemorySessions(): SessionStore {
  const sessions = new Map<string, SessionRecord>();
  return {
    addSession: async (session) => {
      if (sessions.has(session.hash)) throw new StoreConflictError('The session exists already.');
      sessions.set(session.hash, session);
    },
    findSession: async (hash) => sessions.get(hash),
    deleteSession: async (hash) => sessions.delete(hash),
    deleteExpiredSessions: async (now) => {
      const expired = [...sessions.values()].filter(({ expiresAt }) => expiresAt <= now);
      for (const { hash } of expired) sessions.delete(hash);
      return expired.length;
    },
  };
}

export function createMemoryUsers(): UserStore {
  const users = new Map<string, UserRecord>();
  const list = (): readonly UserRecord[] => [...users.values()];
  return {
    addUser: async (user) => {
      if (list().some(({ id, email }) => id === user.id || email === user.email)) {
        throw new StoreConflictError('The user exists already.');
      }
      users.set(user.id, user);
    },
    readUser: async (id) => users.get(id),
    findUser: async (email) => list().find((user) => user.email === email),
    listUsers: async (page) => selectPage(list(), (user) => user.id, page),
    changeUser: async (id, changes) => {
      const user = users.get(id);
      if (user === undefined) return undefined;
      const changed = changeRecord(user, changes);
      users.set(id, changed);
      return changed;
    },
    deleteUser: async (id) => users.delete(id),
  };
}
