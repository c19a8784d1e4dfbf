import type { AdminTokenRecord, ExchangeRecord, KeyRecord } from '@parley/core/store';

/** SQLite has no truth values; both databases keep these as integers. */
export type Flag = 0 | 1;

export interface KeyRow {
  readonly id: KeyRecord['id'];
  readonly hash: string;
  readonly display: string;
  readonly name: string;
  readonly group_name: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly disabled: Flag;
}

export interface AdminTokenRow {
  readonly id: AdminTokenRecord['id'];
  readonly hash: string;
  readonly display: string;
  readonly created_at: number;
}

export interface ExchangeRow {
  readonly id: ExchangeRecord['id'];
  readonly key_id: string;
  readonly group_name: string;
  readonly endpoint: string;
  readonly inbound: ExchangeRecord['inbound'];
  readonly outbound: ExchangeRecord['inbound'] | null;
  readonly call_name: string;
  readonly upstream: string | null;
  readonly upstream_model: string | null;
  readonly stream: Flag;
  readonly outcome: ExchangeRecord['outcome'];
  readonly status: number;
  readonly error_code: NonNullable<ExchangeRecord['errorCode']> | null;
  readonly attempts: number;
  /** The token counts are null together, when the upstream reported nothing. */
  readonly input_tokens: number | null;
  readonly cache_read_tokens: number | null;
  readonly cache_write_5m_tokens: number | null;
  readonly cache_write_1h_tokens: number | null;
  readonly output_tokens: number | null;
  readonly reasoning_tokens: number | null;
  readonly usage_estimated: Flag | null;
  readonly fidelity: ExchangeRecord['fidelity'];
  /** JSON text. */
  readonly notes: string;
  readonly started_at: number;
  readonly first_byte_ms: number | null;
  readonly duration_ms: number;
}

export interface StoredResponseRow {
  readonly id: string;
  readonly key_id: string;
  readonly created_at: number;
  readonly expires_at: number;
  /** JSON text, as the body is. */
  readonly input: string;
  readonly body: string;
}

/** The tables as the latest migration leaves them; times are milliseconds since 1970. */
export interface Schema {
  readonly keys: KeyRow;
  readonly admin_tokens: AdminTokenRow;
  readonly exchanges: ExchangeRow;
  readonly responses: StoredResponseRow;
}
