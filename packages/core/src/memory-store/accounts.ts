/** The accounts of the memory store. */
import {
  checkUnchanged,
  StoreConflictError,
  StoreReferenceError,
  defaultAccountId,
} from '../store/index.ts';
import type { AccountRecord, AccountState, AccountStore } from '../store/index.ts';
import { changeRecord, selectPage } from './records.ts';

export interface MemoryAccountsOptions {
  readonly stateOf: (accountId: string) => AccountState;
  readonly hasKeys: (accountId: string) => boolean;
}

export interface MemoryAccounts extends AccountStore {
  readonly findAccount: (id: string) => AccountRecord | undefined;
}

/** The default account exists from the start. */
export function createMemoryAccounts({ stateOf, hasKeys }: MemoryAccountsOptions): MemoryAccounts {
  const accounts = new Map<string, AccountRecord>();
  const everSeen = new Set<string>();
  const withState = (account: AccountRecord) => ({ account, state: stateOf(account.id) });
  const add = (account: AccountRecord): void => {
    if (everSeen.has(account.id)) throw new StoreConflictError('The account exists already.');
    everSeen.add(account.id);
    accounts.set(account.id, account);
  };
  add({ id: defaultAccountId, name: 'Default', prepaid: false, disabled: false, createdAt: 0 });
  return {
    findAccount: (id) => accounts.get(id),
    addAccount: async (account) => add(account),
    readAccount: async (id) => {
      const account = accounts.get(id);
      return account && withState(account);
    },
    listAccounts: async (page) =>
      selectPage([...accounts.values()], (account) => account.id, page).map(withState),
    changeAccount: async (id, changes, expected) => {
      const account = accounts.get(id);
      if (account === undefined) return undefined;
      checkUnchanged(account, expected);
      const changed = changeRecord(account, changes);
      accounts.set(id, changed);
      return changed;
    },
    deleteAccount: async (id, expected) => {
      const account = accounts.get(id);
      if (account === undefined) return false;
      checkUnchanged(account, expected);
      if (id === defaultAccountId || hasKeys(id)) {
        throw new StoreReferenceError('The account is still needed.');
      }
      return accounts.delete(id);
    },
  };
}
