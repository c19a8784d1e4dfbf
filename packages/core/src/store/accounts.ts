/** Accounts, which own keys and their money, and what a driver does with them. */
import type { NanoUsd } from './money.ts';
import type { Changes, Fields, ListPage } from './records.ts';

/** The owner of keys. */
export interface AccountRecord {
  readonly id: string;
  readonly name: string;
  /** Its model range: call names as patterns, `*` for any characters; absent means everything. */
  readonly models?: readonly string[];
  /** True when its keys may only spend what was topped up; otherwise spending is only counted. */
  readonly prepaid: boolean;
  readonly disabled: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export const accountFields: Fields<AccountRecord> = {
  id: 'word',
  name: 'text',
  models: 'json',
  prepaid: 'flag',
  disabled: 'flag',
  createdAt: 'integer',
};

export type AccountChanges = Changes<Omit<AccountRecord, 'id' | 'createdAt'>>;

/** The money of an account: `granted = spent + reserved + free`, at every moment. */
export interface AccountState {
  readonly accountId: string;
  /** The sum of all top-ups and adjustments. */
  readonly granted: NanoUsd;
  readonly spent: NanoUsd;
  /** Reserved by running exchanges. */
  readonly reserved: NanoUsd;
}

export const accountStateFields: Fields<AccountState> = {
  accountId: 'word',
  granted: 'integer',
  spent: 'integer',
  reserved: 'integer',
};

export interface AccountWithState {
  readonly account: AccountRecord;
  readonly state: AccountState;
}

/** The account of keys that belong to no other one. It always exists and is not prepaid. */
export const defaultAccountId = 'default';

/** The owners of keys, and their money. */
export interface AccountStore {
  /** @throws StoreConflictError when the id exists. */
  addAccount(account: AccountRecord): Promise<void>;
  readAccount(id: string): Promise<AccountWithState | undefined>;
  listAccounts(page: ListPage): Promise<readonly AccountWithState[]>;
  /** Gives the changed account; nothing when there is none. */
  changeAccount(id: string, changes: AccountChanges): Promise<AccountRecord | undefined>;
  /** @throws StoreReferenceError when keys still belong to it, or it is the default account. */
  deleteAccount(id: string): Promise<boolean>;
}
