import type { KeyState, LedgerEntry } from '@parley/core/store';

/** What a key has used up. */
export interface KeyStateRow {
  readonly key_id: string;
  readonly spent: number;
  readonly tokens: number;
  readonly requests: number;
  readonly reserved_nanos: number;
  readonly reserved_tokens: number;
  readonly running: number;
  readonly quota_reset: NonNullable<KeyState['quota']['reset']> | null;
  readonly quota_started_at: number;
  readonly quota_nanos: number;
  readonly quota_tokens: number;
  /** A window that does not run has no start. */
  readonly window_5h_started_at: number | null;
  readonly window_5h_nanos: number;
  readonly window_1d_started_at: number | null;
  readonly window_1d_nanos: number;
  readonly window_7d_started_at: number | null;
  readonly window_7d_nanos: number;
  /** With fractions, as is the next: at high rates one request is less than a millisecond. */
  readonly requests_whole_at: number;
  readonly tokens_whole_at: number;
  readonly last_used_at: number | null;
}

export interface AccountStateRow {
  readonly account_id: string;
  readonly granted: number;
  readonly spent: number;
  readonly reserved: number;
}

export interface ReservationRow {
  readonly exchange_id: string;
  readonly key_id: string;
  readonly account_id: string;
  readonly nanos: number;
  readonly tokens: number;
  /** In milliseconds, with fractions. */
  readonly rate_ms: number;
  readonly owner: string;
  readonly created_at: number;
  readonly expires_at: number;
}

export interface LedgerRow {
  readonly id: string;
  readonly kind: LedgerEntry['kind'];
  readonly at: number;
  readonly account_id: string;
  readonly nanos: number;
  readonly key_id: string | null;
  readonly exchange_id: string | null;
  readonly attempt: number | null;
  readonly upstream: string | null;
  readonly upstream_model: string | null;
  /** JSON text. */
  readonly usage: string | null;
  readonly list_nanos: number | null;
  readonly pricing: NonNullable<LedgerEntry['pricing']> | null;
  readonly arithmetic: string | null;
  readonly note: string | null;
}

/** The tables of money. */
export interface LedgerSchema {
  readonly key_states: KeyStateRow;
  readonly account_states: AccountStateRow;
  readonly reservations: ReservationRow;
  readonly ledger: LedgerRow;
}
