/** Which exchanges are meant, as conditions of SQL; shared by lists, the live tail and measurements. */
import type { ExchangeConditions, Pricing } from '@parley/core/store';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { DatabaseFacts } from './database-facts.ts';
import type { Schema } from './schema.ts';
import { contains } from './text-search.ts';

type Where = ExpressionBuilder<Schema, 'exchanges'>;

/** For `where`: every condition must hold. */
export function meeting(
  conditions: ExchangeConditions,
  facts: DatabaseFacts,
): (where: Where) => Expression<SqlBool> {
  return (where) =>
    where.and([
      ...ofWhom(where, conditions),
      ...within(where, conditions),
      ...ofWhatKind(where, conditions),
      ...(conditions.text === undefined ? [] : [holding(where, conditions.text, facts)]),
    ]);
}

function ofWhom(where: Where, conditions: ExchangeConditions): readonly Expression<SqlBool>[] {
  const { keyId, accountId, group, callName, upstream, outcome, pricing } = conditions;
  const found: Expression<SqlBool>[] = [];
  if (keyId !== undefined) found.push(where('key_id', '=', keyId));
  if (accountId !== undefined) found.push(where('account_id', '=', accountId));
  if (group !== undefined) found.push(where('group_name', '=', group));
  if (callName !== undefined) found.push(where('call_name', '=', callName));
  if (upstream !== undefined) found.push(where('upstream', '=', upstream));
  if (outcome !== undefined) found.push(where('outcome', '=', outcome));
  if (pricing !== undefined) found.push(where('pricing', '=', literal(pricing)));
  return found;
}

/** A literal lets the database see that the index of quarantined exchanges holds what is asked. */
function literal(pricing: Pricing) {
  return sql.lit(pricing);
}

function within(where: Where, { from, until }: ExchangeConditions): readonly Expression<SqlBool>[] {
  const found: Expression<SqlBool>[] = [];
  if (from !== undefined) found.push(where('started_at', '>=', Math.ceil(from)));
  if (until !== undefined) found.push(where('started_at', '<', Math.ceil(until)));
  return found;
}

function ofWhatKind(
  where: Where,
  { status, minNanos, minFirstByteMs }: ExchangeConditions,
): readonly Expression<SqlBool>[] {
  const found: Expression<SqlBool>[] = [];
  if (status !== undefined) found.push(where.between('status', status.from, status.to));
  if (minNanos !== undefined) found.push(where('charged_nanos', '>=', minNanos));
  if (minFirstByteMs !== undefined) found.push(where('first_byte_ms', '>=', minFirstByteMs));
  return found;
}

const searched = ['error_code', 'error_reason', 'error_message', 'call_name', 'id'] as const;

function holding(where: Where, text: string, facts: DatabaseFacts): Expression<SqlBool> {
  return where.or(searched.map((column) => contains(facts, where.ref(column), text)));
}
