/** Encodes the body of `GET /v1/usage?request_id=…`: what one request used and cost. */
import { inputTotal, outputTotal, type JsonObject } from '@parley/protocol';
import { explainCost } from '../cost/explain-cost.ts';
import type { ExchangeRecord, LedgerEntry } from '../../store/index.ts';
import { toDollars } from './totals.ts';

/**
 * The body of `GET /v1/usage?request_id=…`: what one request used and cost, with the arithmetic. It shows the list price
 * and the multiplier, as all of `/v1/usage` has both `cost` and `actual_cost`.
 */
export function encodeRequestUsage(
  record: ExchangeRecord,
  charges: readonly LedgerEntry[],
): JsonObject {
  return {
    object: 'request.usage',
    scope: 'key',
    currency: 'USD',
    request_id: record.id,
    created_at: new Date(record.startedAt).toISOString(),
    endpoint: record.endpoint,
    model: record.callName,
    group: record.group,
    stream: record.stream,
    outcome: record.outcome,
    status: record.status,
    duration_ms: record.durationMs,
    first_byte_ms: record.firstByteMs ?? null,
    usage: encodeTokens(record),
    pricing: record.pricing,
    cost: toDollars(record.listNanoUsd),
    actual_cost: toDollars(record.chargedNanoUsd),
    attempts: charges.map((charge) => ({
      attempt: charge.attempt ?? 1,
      actual_cost: toDollars(charge.nanoUsd),
      explanation: charge.arithmetic === undefined ? [] : [...explainCost(charge.arithmetic)],
    })),
  };
}

/** Null when no usage was reported, which is not the same as zero tokens. */
function encodeTokens({ usage }: ExchangeRecord): JsonObject | null {
  if (usage === undefined) return null;
  return {
    input_tokens: usage.input,
    output_tokens: outputTotal(usage),
    reasoning_tokens: usage.reasoning,
    cache_creation_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
    cache_read_tokens: usage.cacheRead,
    total_tokens: inputTotal(usage) + outputTotal(usage),
    estimated: usage.estimated ?? false,
  };
}
