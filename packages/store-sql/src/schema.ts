import type {
  AdminRole,
  EntityKind,
  ExchangeRecord,
  Pricing,
  SessionRecord,
} from '@parley/core/store';
import type { LedgerSchema } from './ledger-schema.ts';

/** SQLite has no truth values; both databases keep these as integers. */
export type Flag = 0 | 1;

export interface AccountRow {
  readonly id: string;
  readonly name: string;
  /** JSON text of a list of patterns. */
  readonly models: string | null;
  readonly prepaid: Flag;
  readonly disabled: Flag;
  readonly created_at: number;
  /** A deleted account keeps its row, so that no other one inherits what it did. */
  readonly deleted_at: number | null;
}

export interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly account_id: string;
  /** JSON text, as are the model patterns, the limits and both lists of addresses. */
  readonly groups: string;
  readonly models: string | null;
  readonly limits: string;
  readonly allowed_from: string | null;
  readonly denied_from: string | null;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly disabled: Flag;
  /** A deleted key keeps its row, so that no other one inherits what it did. */
  readonly deleted_at: number | null;
}

export interface KeySecretRow {
  readonly hash: string;
  readonly key_id: string;
  readonly display: string;
  readonly created_at: number;
  readonly expires_at: number | null;
}

export interface AdminTokenRow {
  readonly id: string;
  readonly name: string;
  readonly role: AdminRole;
  readonly hash: string;
  readonly display: string;
  readonly created_at: number;
}

export interface SessionRow {
  readonly hash: string;
  readonly purpose: SessionRecord['purpose'];
  readonly subject_kind: SessionRecord['subject']['kind'];
  readonly subject_reference: string;
  readonly created_at: number;
  readonly expires_at: number;
}

export interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: AdminRole;
  readonly disabled: Flag;
  readonly invited: Flag;
  /** Null together with the subject. */
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly created_at: number;
  readonly last_signed_in_at: number | null;
}

export interface AuditRow {
  readonly id: string;
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly subject_kind: string;
  readonly subject_id: string;
  /** JSON text. */
  readonly detail: string;
}

export interface EntityRow {
  readonly kind: EntityKind;
  readonly name: string;
  /** JSON text. */
  readonly body: string;
  readonly updated_at: number;
}

/** One row, which every change of an entity counts up. */
export interface EntityVersionRow {
  readonly id: number;
  readonly version: number;
}

export interface ExchangeRow {
  readonly id: string;
  readonly key_id: string;
  readonly account_id: string;
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
  readonly error_reason: string | null;
  readonly error_message: string | null;
  readonly attempts: number;
  /** JSON text. */
  readonly attempt_records: string;
  /** The token counts are null together, when the upstream reported nothing. */
  readonly input_tokens: number | null;
  readonly cache_read_tokens: number | null;
  readonly cache_write_5m_tokens: number | null;
  readonly cache_write_1h_tokens: number | null;
  readonly output_tokens: number | null;
  readonly reasoning_tokens: number | null;
  readonly usage_estimated: Flag | null;
  readonly list_nanos: number;
  readonly charged_nanos: number;
  readonly pricing: Pricing;
  readonly fidelity: ExchangeRecord['fidelity'];
  /** JSON text. */
  readonly notes: string;
  readonly started_at: number;
  readonly authenticated_ms: number | null;
  readonly admitted_ms: number | null;
  readonly first_byte_ms: number | null;
  readonly duration_ms: number;
  /** When it was settled, by the store's clock; 0 in rows of versions that did not keep it. */
  readonly settled_at: number;
}

/** What all exchanges of one step of time have in common, added up. */
export interface UsageSumRow {
  /** The start of the step, in milliseconds since 1970. */
  readonly step: number;
  readonly account_id: string;
  readonly key_id: string;
  readonly group_name: string;
  readonly call_name: string;
  /** Empty, as is the model, when no upstream was reached. */
  readonly upstream: string;
  readonly upstream_model: string;
  readonly requests: number;
  readonly failures: number;
  readonly duration_ms: number;
  readonly input_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_5m_tokens: number;
  readonly cache_write_1h_tokens: number;
  readonly output_tokens: number;
  readonly reasoning_tokens: number;
  readonly list_nanos: number;
  readonly charged_nanos: number;
}

export interface StoredResponseRow {
  readonly id: string;
  readonly key_id: string;
  readonly created_at: number;
  readonly expires_at: number;
  /** JSON text, as the body and the ids of the output items are. */
  readonly input: string;
  readonly body: string;
  readonly item_ids: string;
}

/** Leads from an output item to the answers that hold it. */
export interface ResponseItemRow {
  readonly key_id: string;
  readonly item_id: string;
  readonly response_id: string;
}

/** The tables as the latest migration leaves them; times are milliseconds since 1970. */
export interface Schema extends LedgerSchema {
  readonly accounts: AccountRow;
  readonly keys: KeyRow;
  readonly key_secrets: KeySecretRow;
  readonly admin_tokens: AdminTokenRow;
  readonly audit: AuditRow;
  readonly sessions: SessionRow;
  readonly users: UserRow;
  readonly entities: EntityRow;
  readonly entity_version: EntityVersionRow;
  readonly exchanges: ExchangeRow;
  readonly usage_sums: UsageSumRow;
  readonly responses: StoredResponseRow;
  readonly response_items: ResponseItemRow;
}
