/** The keys and secrets of the memory store. */
import {
  checkListLimit,
  checkSameKey,
  StoreConflictError,
  StoreReferenceError,
} from '../store/index.ts';
import type {
  AccountRecord,
  KeyAsRead,
  KeyConditions,
  KeyName,
  KeyRecord,
  KeySecret,
  KeyState,
  KeyStore,
  ListedKey,
  ListPage,
} from '../store/index.ts';
import { changeRecord, containsText } from './records.ts';

export interface MemoryKeysOptions {
  readonly stateOf: (key: KeyRecord) => KeyState;
  readonly findAccount: (id: string) => AccountRecord | undefined;
  /** @throws StoreReferenceError when one of them does not exist */
  readonly checkGroups: (names: readonly string[]) => void;
}

export interface MemoryKeys extends KeyStore {
  readonly hasKey: (meets: (key: KeyRecord) => boolean) => boolean;
}

export function createMemoryKeys(options: MemoryKeysOptions): MemoryKeys {
  const { stateOf, findAccount, checkGroups } = options;
  const keys = new Map<string, KeyRecord>();
  const secrets = new Secrets();
  /** Includes deleted keys, whose ids are not reused and keep their place in lists. */
  const all = new Map<string, KeyRecord>();

  const listed = (key: KeyRecord): ListedKey => ({
    key,
    display: secrets.newestOf(key.id)?.display ?? '',
    state: stateOf(key),
  });
  const find = (id: string): ListedKey | undefined => {
    const key = keys.get(id);
    return key && listed(key);
  };

  return {
    hasKey: (isWanted) => [...keys.values()].some(isWanted),
    addKey: async (key, secret, declaredGroups = []) => {
      if (!findAccount(key.accountId)) throw new StoreReferenceError('There is no such account.');
      checkGroups(declaredGroups);
      if (all.has(key.id)) throw new StoreConflictError('The key exists already.');
      secrets.add(secret);
      all.set(key.id, key);
      keys.set(key.id, key);
    },
    findKey: async (hash) => {
      const secret = secrets.find(hash);
      const key = secret && keys.get(secret.keyId);
      const account = key && findAccount(key.accountId);
      return secret && key && account && { key, secret, account };
    },
    readKey: async (id) => find(id),
    listKeys: async (page) => {
      const wanted = [...keys.values()].filter((key) => meets(key, secrets, page));
      return selectKeys(wanted, all, page).map(listed);
    },
    readKeyNames: async (ids) => findNames(all, ids),
    changeKey: async (id, changes, { declaredGroups = [], expected } = {}) => {
      checkGroups(declaredGroups);
      const key = requireExpected(find(id), expected);
      if (key === undefined) return undefined;
      const changed = changeRecord(key, changes);
      keys.set(id, changed);
      all.set(id, changed);
      return changed;
    },
    rotateKey: async (secret, othersExpireAt, expected) => {
      if (requireExpected(find(secret.keyId), expected) === undefined) return false;
      secrets.replace(secret, othersExpireAt);
      return true;
    },
    deleteKey: async (id, expected) => {
      if (requireExpected(find(id), expected) === undefined) return false;
      secrets.deleteOf(id);
      return keys.delete(id);
    },
  };
}

/** @throws StoreChangedError when a key is found that is not the expected one */
function requireExpected(
  found: ListedKey | undefined,
  expected: KeyAsRead | undefined,
): KeyRecord | undefined {
  if (found !== undefined) checkSameKey(found, expected);
  return found?.key;
}

function meets(
  key: KeyRecord,
  secrets: Secrets,
  { accountId, group, text, expiring }: KeyConditions,
): boolean {
  const listTexts = () => [
    key.id,
    key.name,
    ...secrets.listOf(key.id).map(({ display }) => display),
  ];
  return (
    (accountId === undefined || key.accountId === accountId) &&
    (group === undefined || key.groups.includes(group)) &&
    (text === undefined || containsText(listTexts(), text)) &&
    (expiring === undefined || expires(key, expiring))
  );
}

function expires(
  { createdAt, expiresAt }: KeyRecord,
  { from, until }: NonNullable<KeyConditions['expiring']>,
): boolean {
  if (expiresAt === undefined || expiresAt < from || expiresAt > until) return false;
  return expiresAt - createdAt > until - from;
}

/** One page of keys, newest first. */
function selectKeys(
  keys: readonly KeyRecord[],
  all: ReadonlyMap<string, KeyRecord>,
  { afterId, limit }: ListPage,
): readonly KeyRecord[] {
  checkListLimit(limit);
  const last = afterId === undefined ? undefined : all.get(afterId);
  if (afterId !== undefined && last === undefined) return [];
  return keys
    .filter((key) => last === undefined || compareKeys(last, key) < 0)
    .sort(compareKeys)
    .slice(0, limit);
}

function compareKeys(one: KeyRecord, other: KeyRecord): number {
  if (one.createdAt !== other.createdAt) return other.createdAt - one.createdAt;
  if (one.id === other.id) return 0;
  return one.id > other.id ? -1 : 1;
}

function findNames(
  all: ReadonlyMap<string, KeyRecord>,
  ids: readonly string[],
): readonly KeyName[] {
  checkListLimit(Math.max(ids.length, 1));
  return [...new Set(ids)].flatMap((id) => {
    const key = all.get(id);
    return key === undefined ? [] : [{ id, name: key.name }];
  });
}

class Secrets {
  readonly #secrets = new Map<string, KeySecret>();

  find(hash: string): KeySecret | undefined {
    return this.#secrets.get(hash);
  }

  newestOf(keyId: string): KeySecret | undefined {
    return this.listOf(keyId)
      .sort((a, b) => a.createdAt - b.createdAt)
      .at(-1);
  }

  add(secret: KeySecret): void {
    if (this.#secrets.has(secret.hash)) throw new StoreConflictError('The secret exists already.');
    this.#secrets.set(secret.hash, secret);
  }

  /** Adds a secret; the others of its key expire at the given time, if not before. */
  replace(secret: KeySecret, othersExpireAt: number): void {
    const others = this.listOf(secret.keyId);
    this.add(secret);
    for (const other of others) {
      const expiresAt = Math.min(other.expiresAt ?? othersExpireAt, othersExpireAt);
      this.#secrets.set(other.hash, { ...other, expiresAt });
    }
  }

  deleteOf(keyId: string): void {
    for (const { hash } of this.listOf(keyId)) this.#secrets.delete(hash);
  }

  listOf(keyId: string): KeySecret[] {
    return [...this.#secrets.values()].filter((secret) => secret.keyId === keyId);
  }
}
