/** Sessions and users in memory. */
import { StoreConflictError } from '../index.ts';
import type { SessionRecord, SessionStore, UserRecord, UserStore } from '../index.ts';
import { changeRecord, selectPage } from './records.ts';

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
