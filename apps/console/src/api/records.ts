/** Exchanges as operators and key holders read them; fields hidden from key holders are null or absent. */
import type { View } from './client.ts';

type Full = View<'Exchange'>;
type FullAttempt = Full['attempt_records'][number];

/** The same type with these fields optional. */
type Hiding<Whole, Name extends keyof Whole> = Omit<Whole, Name> & {
  readonly [Field in Name]?: Whole[Field] | null;
};

export type Tokens = NonNullable<Full['tokens']>;

/** One call of one upstream. */
export type Attempt = Hiding<
  FullAttempt,
  'upstream' | 'upstream_model' | 'outbound' | 'message' | 'reason' | 'list_amount' | 'cost_amount'
>;

export type Exchange = Hiding<
  Omit<Full, 'attempt_records' | 'key_name'>,
  'upstream' | 'upstream_model' | 'outbound' | 'list_amount' | 'cost_amount'
> & {
  readonly key_name?: string | null;
  readonly attempt_records: readonly Attempt[];
};

/** The filters of exchanges, with the names that the API and the URLs use. */
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
