/** Which exchanges are meant, as conditions of SQL; shared by lists, the live tail and measurements. */
import type { ExchangeConditions, Pricing } from '@parley/core/store';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Schema } from './schema.ts';

type Where = ExpressionBuilder<Schema, 'exchanges'>;

/** Spreads into `where`: every condition must hold. */
export function meeting(conditions: ExchangeConditions): (where: Where) => Expression<SqlBool> {
  return (where) => where.and([...ofWhom(where, conditions), ...within(where, conditions)]);
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
