/** What to do about a failed request, by what refused it. */
import type { Exchange } from '../../api/records.ts';

/** The last part of the key of its text. */
export type Advice =
  | 'Quota'
  | 'Rate'
  | 'Account'
  | 'Price'
  | 'Model'
  | 'Request'
  | 'Credential'
  | 'Content'
  | 'Limit'
  | 'Provider';

type Failed = Pick<Exchange, 'outcome' | 'error_reason' | 'attempts' | 'attempt_records'>;

const byReason: Readonly<Record<string, Advice>> = {
  key_quota_exhausted: 'Quota',
  key_tokens_exhausted: 'Quota',
  rate_limit_exceeded: 'Rate',
  token_rate_limit_exceeded: 'Rate',
  concurrency_exceeded: 'Rate',
  account_disabled: 'Account',
  account_balance_exhausted: 'Account',
  price_unknown: 'Price',
  model_not_found: 'Model',
};

/** Undefined where nothing failed but the connection of the client. */
export function adviceOf(exchange: Failed): Advice | undefined {
  const { outcome, error_reason: reason, attempts } = exchange;
  if (outcome === 'canceled') return undefined;
  if (attempts === 0) return byReason[reason ?? ''] ?? 'Request';
  return adviceOfStatus(exchange.attempt_records.at(-1)?.status ?? null);
}

/** @param status of the provider; null without a response */
function adviceOfStatus(status: number | null): Advice {
  if (status === 401 || status === 402 || status === 403) return 'Credential';
  if (status === 429) return 'Limit';
  return status !== null && status >= 400 && status < 500 ? 'Content' : 'Provider';
}
