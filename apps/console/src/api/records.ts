/** Exchanges as both visitors read them: what a key holder does not learn is null or absent. */
import type { View } from './client.ts';

type Full = View<'Exchange'>;
type FullAttempt = Full['attempt_records'][number];

/** The same, where these fields may be missing. */
type Hiding<Whole, Name extends keyof Whole> = Omit<Whole, Name> & {
  readonly [Field in Name]?: Whole[Field] | null;
};

export type Tokens = NonNullable<Full['tokens']>;

/** One try at one upstream. */
export type Attempt = Hiding<
  FullAttempt,
  'upstream' | 'upstream_model' | 'outbound' | 'message' | 'reason' | 'list_amount'
>;

export type Exchange = Hiding<
  Omit<Full, 'attempt_records' | 'key_name'>,
  'upstream' | 'upstream_model' | 'outbound' | 'list_amount'
> & {
  readonly key_name?: string | null;
  readonly attempt_records: readonly Attempt[];
};

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
