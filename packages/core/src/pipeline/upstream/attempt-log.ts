/** What the record of an exchange keeps of its attempts and of errors; used when it is settled. */
import type { GatewayError } from '@parley/protocol';
import type { AttemptFacts, Exchange } from '../state.ts';
import type { Bill } from '../../billing/quota/bill.ts';
import type { AttemptCharge, AttemptRecord, ExchangeRecord } from '../../store/index.ts';

/** Longest text of an error that is kept, in UTF-16 units. */
const longestMessage = 500;

/**
 * One record for each attempt, in the order in which they were made.
 * @param durationMs when the exchange ended, which is the end of an attempt that has none of its own
 */
export function recordAttempts(
  { facts, startedTick }: Exchange,
  { charges }: Bill,
  durationMs: number,
): readonly AttemptRecord[] {
  const offsetOf = (tick: number) => Math.round(tick - startedTick);
  return facts.attempts.map((attempt, index): AttemptRecord => {
    const { upstream, model: upstreamModel, outbound, status, error, firstByteTick } = attempt;
    return {
      number: index + 1,
      upstream,
      upstreamModel,
      outbound,
      ...(status !== undefined && { status }),
      ...(error && toErrorFields(error)),
      startedMs: offsetOf(attempt.startedTick),
      ...(firstByteTick !== undefined && { firstByteMs: offsetOf(firstByteTick) }),
      endedMs: offsetOf(endOf(attempt, startedTick + durationMs)),
      ...toMoneyFields(charges[index]),
    };
  });
}

function endOf({ endedTick }: AttemptFacts, otherwise: number): number {
  return endedTick ?? otherwise;
}

type ErrorFields = Pick<AttemptRecord, 'errorCode' | 'reason' | 'message'>;

function toErrorFields({ code, reason, message }: GatewayError): ErrorFields {
  return {
    errorCode: code,
    ...(reason !== undefined && { reason: cut(reason) }),
    message: cut(message),
  };
}

type MoneyFields = Pick<AttemptRecord, 'usage' | 'listNanos' | 'chargedNanos' | 'pricing'>;

/** Where nothing was used, nothing had a price. */
function toMoneyFields(charge: AttemptCharge | undefined): MoneyFields {
  if (charge?.usage === undefined) return { listNanos: 0, chargedNanos: 0 };
  const { usage, listNanos, nanos: chargedNanos, pricing } = charge;
  return { usage, listNanos, chargedNanos, pricing };
}

/** What is kept of an error: what its caller may see, without its causes. */
export function describeError({
  code,
  reason,
  message,
}: GatewayError): Pick<ExchangeRecord, 'errorCode' | 'errorReason' | 'errorMessage'> {
  return {
    errorCode: code,
    ...(reason !== undefined && { errorReason: cut(reason) }),
    errorMessage: cut(message),
  };
}

/** A character of two units is not cut in half. */
function cut(text: string): string {
  return text.slice(0, longestMessage).replace(/[\uD800-\uDBFF]$/, '');
}
