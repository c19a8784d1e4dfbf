import { StoreConflictError, StoreReferenceError } from '../store.ts';
import type {
  AccountRecord,
  KeyRecord,
  KeySecret,
  KeyState,
  KeyStore,
  ListedKey,
} from '../store.ts';
import { changeRecord, selectPage } from './memory-records.ts';

export interface MemoryKeysOptions {
  readonly stateOf: (key: KeyRecord) => KeyState;
  readonly findAccount: (id: string) => AccountRecord | undefined;
}

export interface MemoryKeys extends KeyStore {
  hasKeys(accountId: string): boolean;
}

/** Keys and their secrets, for tests of core. */
export function createMemoryKeys({ stateOf, findAccount }: MemoryKeysOptions): MemoryKeys {
  const keys = new Map<string, KeyRecord>();
  const secrets = new Map<string, KeySecret>();
  const everSeen = new Set<string>();

  const secretsOf = (id: string) => [...secrets.values()].filter(({ keyId }) => keyId === id);
  const addSecret = (secret: KeySecret): void => {
    if (secrets.has(secret.hash)) throw new StoreConflictError('The secret exists already.');
    secrets.set(secret.hash, secret);
  };
  const listed = (key: KeyRecord): ListedKey => ({
    key,
    display:
      secretsOf(key.id)
        .sort((a, b) => a.createdAt - b.createdAt)
        .at(-1)?.display ?? '',
    state: stateOf(key),
  });

  return {
    hasKeys: (accountId) => [...keys.values()].some((key) => key.accountId === accountId),
    addKey: async (key, secret) => {
      if (!findAccount(key.accountId)) throw new StoreReferenceError('There is no such account.');
      if (everSeen.has(key.id)) throw new StoreConflictError('The key exists already.');
      addSecret(secret);
      everSeen.add(key.id);
      keys.set(key.id, key);
    },
    findKey: async (hash) => {
      const secret = secrets.get(hash);
      const key = secret && keys.get(secret.keyId);
      const account = key && findAccount(key.accountId);
      return secret && key && account && { key, secret, account };
    },
    readKey: async (id) => {
      const key = keys.get(id);
      return key && listed(key);
    },
    listKeys: async ({ accountId, ...page }) => {
      const wanted = [...keys.values()].filter(
        (key) => accountId === undefined || key.accountId === accountId,
      );
      return selectPage(wanted, (key) => key.id, page).map(listed);
    },
    changeKey: async (id, changes) => {
      const key = keys.get(id);
      if (key === undefined) return undefined;
      const changed = changeRecord(key, changes);
      keys.set(id, changed);
      return changed;
    },
    rotateKey: async (secret, othersExpireAt) => {
      if (!keys.has(secret.keyId)) return false;
      const others = secretsOf(secret.keyId);
      addSecret(secret);
      for (const other of others) {
        const expiresAt = Math.min(other.expiresAt ?? othersExpireAt, othersExpireAt);
        secrets.set(other.hash, { ...other, expiresAt });
      }
      return true;
    },
    deleteKey: async (id) => {
      for (const { hash } of secretsOf(id)) secrets.delete(hash);
      return keys.delete(id);
    },
  };
}
