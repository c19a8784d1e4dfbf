/** One line of text for an attempt of a request, for `logs` and `ledger explain`. */
import type { ExchangeView } from '@parley/admin';

type Attempt = ExchangeView['attempt_records'][number];

/** Such as `attempt 1 at openai  gpt-5  503  from 3 to 120 ms  overloaded: It is busy.` */
export function describeAttempt(attempt: Attempt): string {
  const { number, upstream, upstream_model: model, status, message } = attempt;
  const { error_code: error, first_byte_ms: firstByte } = attempt;
  const words = [
    `attempt ${number} at ${upstream}`,
    model,
    status === null ? 'no answer' : String(status),
    `from ${attempt.started_ms} to ${attempt.ended_ms} ms`,
    ...(firstByte === null ? [] : [`first byte at ${firstByte} ms`]),
    ...(error === null ? [] : [describeError(error, attempt.reason, message)]),
    ...(attempt.tokens === null ? [] : [`$${attempt.amount}`]),
  ];
  return words.join('  ');
}

export function describeError(code: string, reason: string | null, message: string | null): string {
  return `${code}${reason === null ? '' : ` (${reason})`}${message === null ? '' : `: ${message}`}`;
}
