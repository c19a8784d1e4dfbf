import { expect, test } from 'vitest';
import { adviceOf } from './failure-advice.ts';

const attempt = (status: number | null) => ({ status }) as never;

test.each([
  ['key_quota_exhausted', 'Quota'],
  ['concurrency_exceeded', 'Rate'],
  ['account_balance_exhausted', 'Account'],
  ['price_unknown', 'Price'],
  ['model_not_found', 'Model'],
  ['invalid_json', 'Request'],
  [null, 'Request'],
])('without an attempt the reason decides: %s', (reason, advice) => {
  const failed = { error_reason: reason, attempts: 0, attempt_records: [] };
  expect(adviceOf({ ...failed, outcome: 'failed' })).toBe(advice);
  expect(adviceOf({ ...failed, outcome: 'canceled' })).toBeUndefined();
});

test.each([
  [401, 'Credential'],
  [402, 'Credential'],
  [429, 'Limit'],
  [400, 'Content'],
  [503, 'Provider'],
  [null, 'Provider'],
])('otherwise the status of the last attempt does: %s', (status, advice) => {
  const records = [attempt(400), attempt(status)];
  const reason = 'rate_limit_exceeded';
  const failed = { error_reason: reason, attempts: 2, attempt_records: records };
  expect(adviceOf({ ...failed, outcome: 'failed' })).toBe(advice);
});
