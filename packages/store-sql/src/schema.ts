/** The tables after the latest migration, as types for kysely; times are milliseconds since 1970. */
import type {
  AccountRecord,
  AccountState,
  AdminTokenRecord,
  AuditEntry,
  EntityRecord,
  ExchangeRecord,
  KeyRecord,
  KeySecret,
  KeyState,
  LedgerEntry,
  NanoUsd,
  SessionRecord,
  StoredResponse,
  UsageDimension,
  UsageSum,
  UserRecord,
} from '@parley/core/store';
import type { Flag, RowOf } from './row-codec.ts';

/** Deleted keys and accounts keep their rows, so that their ids are not reused. */
export interface Deletable {
  readonly deleted_at: number | null;
}

export type AccountRow = RowOf<AccountRecord> & Deletable;
export type KeyRow = RowOf<KeyRecord> & Deletable;

export interface SessionRow {
  readonly hash: string;
  readonly purpose: SessionRecord['purpose'];
  readonly subject_kind: SessionRecord['subject']['kind'];
  readonly subject_reference: string;
  readonly created_at: number;
  readonly expires_at: number;
}

export interface UserRow extends RowOf<Omit<UserRecord, 'identity'>> {
  /** Null together with the subject. */
  readonly issuer: string | null;
  readonly subject: string | null;
}

/** The token counts of one exchange or of a sum. */
export interface UsageColumns {
  readonly input_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_5m_tokens: number;
  readonly cache_write_1h_tokens: number;
  readonly output_tokens: number;
  readonly reasoning_tokens: number;
}

/** The token counts are all null when the upstream reported nothing. */
export type NullableUsageColumns = { readonly [Column in keyof UsageColumns]: number | null };

export interface ExchangeRow extends RowOf<Omit<ExchangeRecord, 'usage'>>, NullableUsageColumns {
  readonly usage_estimated: Flag | null;
  /** When it was settled, by the store's clock; 0 in rows of versions that did not store it. */
  readonly settled_at: number;
}

/** The sum of all exchanges of one time step with the same dimensions. */
export interface UsageSumRow
  extends
    RowOf<Required<Pick<UsageSum, Exclude<UsageDimension, 'time'>>>>,
    RowOf<Omit<UsageSum, UsageDimension | keyof NonNullable<ExchangeRecord['usage']>>>,
    UsageColumns {
  /** The start of the step, in milliseconds since 1970. */
  readonly step: number;
}

/** The counters of a key that are neither its quota nor a window. */
export type KeyTotals = Omit<KeyState, 'quota' | 'windows'>;

/** A window that has not begun has no start. */
export interface WindowColumns {
  readonly startedAt?: number;
  readonly nanoUsd: NanoUsd;
}

/** The quota and each window of a key have their own columns. */
export interface KeyStateRow
  extends
    RowOf<KeyTotals>,
    RowOf<KeyState['quota'], 'quota_'>,
    RowOf<WindowColumns, 'window_5h_'>,
    RowOf<WindowColumns, 'window_1d_'>,
    RowOf<WindowColumns, 'window_7d_'> {}

export interface ReservationRow {
  readonly exchange_id: string;
  readonly key_id: string;
  readonly account_id: string;
  readonly nano_usd: number;
  readonly tokens: number;
  /** In milliseconds, with fractions. */
  readonly rate_ms: number;
  readonly requests: number;
  readonly slots: number;
  readonly owner: string;
  readonly created_at: number;
  readonly expires_at: number;
}

/** A single row, whose version every change of an entity increments. */
export interface EntityVersionRow {
  readonly id: number;
  readonly version: number;
}

/** Maps an output item to the responses that contain it. */
export interface ResponseItemRow {
  readonly key_id: string;
  readonly item_id: string;
  readonly response_id: string;
}

/** All tables, by name. */
export interface Schema {
  readonly accounts: AccountRow;
  readonly account_states: RowOf<AccountState>;
  readonly keys: KeyRow;
  readonly key_secrets: RowOf<KeySecret>;
  readonly key_states: KeyStateRow;
  readonly admin_tokens: RowOf<AdminTokenRecord>;
  readonly users: UserRow;
  readonly sessions: SessionRow;
  readonly audit: RowOf<AuditEntry>;
  readonly entities: RowOf<EntityRecord>;
  readonly entity_version: EntityVersionRow;
  readonly exchanges: ExchangeRow;
  readonly usage_sums: UsageSumRow;
  readonly reservations: ReservationRow;
  readonly ledger: RowOf<LedgerEntry>;
  readonly responses: RowOf<StoredResponse>;
  readonly response_items: ResponseItemRow;
}
