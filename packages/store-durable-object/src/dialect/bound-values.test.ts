import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bindValues } from './bound-values.ts';

const database = new DatabaseSync(':memory:');

/** What SQLite reads of the values, with their types. */
function read(values: readonly (string | number | null)[]): unknown {
  const places = values.map((_, index) => `(?${index + 1})`).join();
  const bound = bindValues(
    `select typeof(column1) as type, column1 as value from (values ${places})`,
    values,
  );
  return database.prepare(bound.sql).all(...(bound.values as string[]));
}

const value = fc.oneof(
  fc.maxSafeInteger(),
  fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')),
  fc.constant(null),
);

it('a hundred values are bound directly', () => {
  const values = Array.from({ length: 100 }, (_, index) => index);
  expect(bindValues('?1', values)).toEqual({ sql: '?1', values });
});

it('more values than a statement accepts keep their values and types', () => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 90 }), (values) => {
      const many = [...values, ...values, ...values];
      const rows = read(values) as unknown[];
      expect(read(many.slice(0, 250))).toEqual([...rows, ...rows, ...rows].slice(0, 250));
    }),
  );
});
