/** Accounts, which own keys and their money, and the store methods that a driver implements for them. */
import type { NanoUsd } from './money.ts';
import type { Changes, Fields, ListPage } from './records.ts';

/** The owner of keys. */
export interface AccountRecord {
  readonly id: string;
  readonly name: string;
  /**
   * Models its keys may use: patterns of call names, in which `*` matches any characters; absent means all.
   */
  readonly models?: readonly string[];
  /** True when its keys may only spend what was topped up; otherwise spending is only counted. */
  readonly prepaid: boolean;
  readonly disabled: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** How stores keep each field of an account. */
export const accountFields: Fields<AccountRecord> = {
  id: 'word',
  name: 'text',
  models: 'json',
  prepaid: 'flag',
  disabled: 'flag',
  createdAt: 'integer',
};

/** What an operator may change of an account. */
export type AccountChanges = Changes<Omit<AccountRecord, 'id' | 'createdAt'>>;

/** The money of an account; `granted = spent + reserved + free` always holds. */
export interface AccountState {
  readonly accountId: string;
  /** The sum of all top-ups and adjustments. */
  readonly granted: NanoUsd;
  readonly spent: NanoUsd;
  /** Reserved by running exchanges. */
  readonly reserved: NanoUsd;
}

/** How stores keep each field of the money of an account. */
export const accountStateFields: Fields<AccountState> = {
  accountId: 'word',
  granted: 'integer',
  spent: 'integer',
  reserved: 'integer',
};

/** An account and its money. */
export interface AccountWithState {
  readonly account: AccountRecord;
  readonly state: AccountState;
}

/** The account of keys that belong to no other account. It always exists and is not prepaid. */
export const defaultAccountId = 'default';

/** Accounts and their money. */
export interface AccountStore {
  /** @throws StoreConflictError when the id exists. */
  addAccount(account: AccountRecord): Promise<void>;
  readAccount(id: string): Promise<AccountWithState | undefined>;
  listAccounts(page: ListPage): Promise<readonly AccountWithState[]>;
  /**
   * Returns the changed account; `undefined` when there is none.
   * @param expected the account as it was read
   * @throws StoreChangedError when it is another one, also because it is changed at the same time
   */
  changeAccount(
    id: string,
    changes: AccountChanges,
    expected?: AccountRecord,
  ): Promise<AccountRecord | undefined>;
  /**
   * @throws StoreReferenceError when keys still belong to it, or when it is the default account
   * @throws StoreChangedError as `changeAccount` does
   */
  deleteAccount(id: string, expected?: AccountRecord): Promise<boolean>;
}
