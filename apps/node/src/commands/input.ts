/** Validates the input of commands with the schemas of the admin API. */
import type * as z from 'zod';
import { CommandError, UsageError } from './failure.ts';

/** @throws CommandError that names the faulty field */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const name = issue?.path.join('.') ?? '';
  throw new CommandError(`${name === '' ? '' : `${name}: `}${issue?.message ?? 'Invalid value.'}`);
}

/** Reads the changes to make. @throws UsageError when there are none */
export function readChanges<Schema extends z.ZodType>(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  requireChanges(value);
  return readInput(schema, value);
}

/** @throws UsageError when there are no changes */
export function requireChanges(changes: object): void {
  if (Object.keys(changes).length > 0) return;
  throw new UsageError('There is nothing to change; use at least one option.');
}

/** The object without the fields whose value is undefined. */
export function omitUndefined(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined));
}
