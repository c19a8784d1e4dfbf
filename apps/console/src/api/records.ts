/** Exchanges as both visitors read them: what a key holder does not learn is null or absent. */
import type { View } from './client.ts';

type Full = View<'Exchange'>;

export type Tokens = NonNullable<Full['tokens']>;

/** One try at one upstream; offsets in milliseconds from the start of the exchange. */
export interface Attempt {
  readonly number: number;
  readonly upstream?: string | null;
  readonly upstream_model?: string | null;
  readonly outbound?: string | null;
  readonly status: number | null;
  readonly error_code: string | null;
  readonly reason: string | null;
  readonly message?: string | null;
  readonly started_ms: number;
  readonly first_byte_ms: number | null;
  readonly ended_ms: number;
  readonly tokens: Tokens | null;
  readonly list_amount?: string | null;
  readonly amount: string;
  readonly pricing: Full['pricing'] | null;
}

interface Additions {
  readonly key_name?: string | null;
  readonly error_reason?: string | null;
  readonly error_message?: string | null;
  readonly authenticated_ms?: number | null;
  readonly admitted_ms?: number | null;
  readonly attempt_records?: readonly Attempt[];
}

interface Hidden {
  readonly upstream?: string | null;
  readonly upstream_model?: string | null;
  readonly outbound?: string | null;
  readonly list_amount?: string | null;
}

export type Exchange = Omit<Full, keyof Additions | keyof Hidden> & Additions & Hidden;

/** The filters of lists of exchanges, by the names that the API and the addresses give them. */
export interface ExchangeFilters {
  readonly query?: string;
  readonly key_id?: string;
  readonly account_id?: string;
  readonly group?: string;
  readonly model?: string;
  readonly upstream?: string;
  readonly outcome?: Full['outcome'];
  readonly pricing?: Full['pricing'];
  readonly status?: string;
  readonly min_amount?: string;
  readonly min_first_byte_ms?: string;
  readonly from?: string;
  readonly until?: string;
}
