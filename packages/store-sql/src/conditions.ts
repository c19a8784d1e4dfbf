/**
 * Builds SQL conditions on exchanges and texts; used by the lists of exchanges and keys and by measurements.
 */
import { toStorableText, type ExchangeConditions, type Pricing } from '@parley/core/store';
import {
  sql,
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SqlBool,
} from 'kysely';
import type { DatabaseFacts } from './database.ts';
import type { Schema } from './schema.ts';

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

/** As a literal, so that the database can use the partial index of quarantined exchanges. */
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
  { status, minNanoUsd, minFirstByteMs }: ExchangeConditions,
): readonly Expression<SqlBool>[] {
  const found: Expression<SqlBool>[] = [];
  if (status !== undefined) found.push(where.between('status', status.from, status.to));
  if (minNanoUsd !== undefined) found.push(where('charged_nano_usd', '>=', minNanoUsd));
  if (minFirstByteMs !== undefined) found.push(where('first_byte_ms', '>=', minFirstByteMs));
  return found;
}

const searched = ['error_code', 'error_reason', 'error_message', 'call_name', 'id'] as const;

function holding(where: Where, text: string, facts: DatabaseFacts): Expression<SqlBool> {
  return where.or(searched.map((column) => contains(facts, where.ref(column), text)));
}

/**
 * Whether a text contains a part; ASCII letters match in either case. The part is not a pattern, so no
 * character has a special meaning, and each text is read once.
 */
export function contains(
  { dialect }: DatabaseFacts,
  text: Expression<string | null>,
  part: string,
): RawBuilder<SqlBool> {
  const lowered = toStorableText(part).replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return dialect === 'sqlite'
    ? sql`instr(lower(${text}), ${lowered}) > 0`
    : sql`strpos(lower(${text} collate "C"), ${lowered}) > 0`;
}

/** Whether a JSON list of texts contains exactly this text. */
export function listHolds(
  { dialect }: DatabaseFacts,
  list: Expression<string>,
  entry: string,
): RawBuilder<SqlBool> {
  const entries =
    dialect === 'sqlite'
      ? sql`json_each(${list}) as entries`
      : sql`json_array_elements_text(cast(${list} as json)) as entries (value)`;
  return sql`exists (select 1 from ${entries} where entries.value = ${toStorableText(entry)})`;
}
