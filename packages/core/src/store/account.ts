import type { Nanos } from './money.ts';

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

export type AccountChanges = Partial<
  Pick<AccountRecord, 'name' | 'prepaid' | 'disabled'> & {
    /** `null` takes the restriction away. */
    readonly models: readonly string[] | null;
  }
>;

/** The money of an account: `granted = spent + reserved + free`, at every moment. */
export interface AccountState {
  readonly accountId: string;
  /** Everything that was ever topped up or adjusted. */
  readonly granted: Nanos;
  readonly spent: Nanos;
  /** Held by running exchanges. */
  readonly reserved: Nanos;
}

/** The account that owns keys of nobody in particular. It always exists and is not prepaid. */
export const defaultAccountId = 'default';
