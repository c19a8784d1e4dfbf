import type * as z from 'zod';
import { CommandError, UsageError } from './failure.ts';

/**
 * Reads what was typed with the schema that the admin API uses.
 * @throws CommandError that names the option
 */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const name = issue?.path.join('.') ?? '';
  throw new CommandError(`${name === '' ? '' : `${name}: `}${issue?.message ?? 'It is wrong.'}`);
}

/** Reads what is to change. @throws UsageError when that is nothing */
export function readChanges<Schema extends z.ZodType>(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  if (Object.keys(value).length === 0) throw new UsageError('Say what to change.');
  return readInput(schema, value);
}

/** `a, b` → `['a', 'b']`; nothing for nothing. */
export function readList(text: string | undefined): string[] | undefined {
  const words = text?.split(',').map((word) => word.trim());
  return words?.filter((word) => word !== '');
}

/** @throws CommandError for anything but a whole number */
export function readCount(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new CommandError(`--${name}: "${text}" is no whole number.`);
}

const dayMs = 86_400_000;

/** A moment so many days from now; null for never. @throws CommandError for anything but 1 to 99999 days */
export function readExpiry(days: string | undefined): string | null | undefined {
  if (days === undefined) return undefined;
  if (days === 'never') return null;
  if (/^[1-9]\d{0,4}$/.test(days)) return new Date(Date.now() + Number(days) * dayMs).toISOString();
  throw new CommandError(`"${days}" is no number of days; use 1 to 99999, or never.`);
}

/** A date, which begins at midnight in UTC, or a moment. @throws CommandError */
export function readTime(text: string | undefined, name: string): string | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new CommandError(`--${name}: "${text}" is no date.`);
  return new Date(time).toISOString();
}

/** Without what was not said. */
export function withoutGaps(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined));
}
