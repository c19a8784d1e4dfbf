/** Conditions on texts that both databases check alike. */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { toText } from './column.ts';
import type { DatabaseFacts } from './database-facts.ts';

/**
 * Whether a text holds a part, upper and lower case of ASCII letters being the same. It is no pattern, so
 * that no character means anything else, and each text is read once.
 */
export function contains(
  { dialect }: DatabaseFacts,
  text: Expression<string | null>,
  part: string,
): RawBuilder<SqlBool> {
  const lowered = toText(part).replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return dialect === 'sqlite'
    ? sql`instr(lower(${text}), ${lowered}) > 0`
    : sql`strpos(lower(${text} collate "C"), ${lowered}) > 0`;
}

/** Whether a JSON text of a list of texts holds exactly this one. */
export function listHolds(
  { dialect }: DatabaseFacts,
  list: Expression<string>,
  entry: string,
): RawBuilder<SqlBool> {
  const entries =
    dialect === 'sqlite'
      ? sql`json_each(${list}) as entries`
      : sql`json_array_elements_text(cast(${list} as json)) as entries (value)`;
  return sql`exists (select 1 from ${entries} where entries.value = ${toText(entry)})`;
}
