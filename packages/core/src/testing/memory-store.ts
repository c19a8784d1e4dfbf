import type {
  AdminTokenRecord,
  ExchangeRecord,
  KeyRecord,
  Store,
  StoredResponse,
} from '../store.ts';

/** A store for tests of core: it forgets everything and shows what it was told. */
export interface MemoryStore extends Store {
  readonly exchanges: readonly ExchangeRecord[];
}

export function createMemoryStore(): MemoryStore {
  const keys = new Map<string, KeyRecord>();
  const tokens = new Map<string, AdminTokenRecord>();
  const exchanges: ExchangeRecord[] = [];
  const responses = new Map<string, StoredResponse>();
  return {
    exchanges,
    addKey: async (key) => void keys.set(key.hash, key),
    findKey: async (hash) => keys.get(hash),
    listKeys: async () => [...keys.values()].reverse(),
    setKeyDisabled: async (id, disabled) => {
      const key = [...keys.values()].find((candidate) => candidate.id === id);
      if (key !== undefined) keys.set(key.hash, { ...key, disabled });
      return key !== undefined;
    },
    addAdminToken: async (token) => void tokens.set(token.hash, token),
    findAdminToken: async (hash) => tokens.get(hash),
    countAdminTokens: async () => tokens.size,
    recordExchange: async (record) => void exchanges.push(record),
    findExchange: async (id) => exchanges.find((record) => record.id === id),
    listExchanges: async ({ limit }) => [...exchanges].reverse().slice(0, limit),
    saveResponse: async (response) => {
      responses.set(`${response.keyId} ${response.id}`, response);
    },
    findResponse: async (keyId, id) => responses.get(`${keyId} ${id}`),
    deleteResponse: async (keyId, id) => responses.delete(`${keyId} ${id}`),
    check: async () => undefined,
    close: async () => undefined,
  };
}
