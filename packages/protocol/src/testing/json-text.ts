// Generators of JSON text for property tests.
import * as fc from 'fast-check';
import type { JsonValue } from '../json/value.ts';
import { createNumberSource, type NumberSource } from './event-streams.ts';

const spaces = ['', '', '', ' ', '\n', '\t', ' \r\n '];

/** The members of a JSON object in order, and one of its many possible texts. */
export interface JsonText {
  readonly members: readonly (readonly [string, JsonValue])[];
  readonly text: string;
}

/**
 * Names contain no backslash: in Node 24, `JSON.parse` reads an escaped name as `\\` if it parsed an object of
 * the same shape with that name before. Tests in one process share shapes, so the tests of these texts compare
 * with `members`, not with `JSON.parse`.
 */
const nameUnit = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 1 })
  .filter((c) => c !== '\\');

function anyValue(): fc.Arbitrary<JsonValue> {
  const tree = fc.jsonValue({ maxDepth: 4, stringUnit: nameUnit });
  const text = fc.string({ unit: fc.constantFrom('\\', '"', '{', ']', 'a', '\n', '\u2028') });
  return fc.oneof(tree, text, fc.array(text));
}

/** JSON objects with random white space and random escapes, without duplicate top-level names. */
export function jsonObjectText(): fc.Arbitrary<JsonText> {
  const name = fc.oneof(fc.string({ unit: nameUnit }), fc.constantFrom('model', '"', '{"a":['));
  const members = fc.uniqueArray(fc.tuple(name, anyValue()), {
    selector: ([key]) => key,
    maxLength: 6,
  });
  const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 30 });
  return fc.tuple(members, picks).map(([list, numbers]) => {
    const nextNumber = createNumberSource(numbers);
    return { members: list, text: writeObject(list, nextNumber) };
  });
}

function writeObject(
  members: Iterable<readonly [string, JsonValue]>,
  nextNumber: NumberSource,
): string {
  const space = () => spaces[nextNumber(spaces.length)] ?? '';
  const written = Array.from(
    members,
    ([name, value]) =>
      `${space()}${writeString(name, nextNumber)}${space()}:${space()}${writeValue(value, nextNumber)}${space()}`,
  );
  return `${space()}{${space()}${written.join(',')}}${space()}`;
}

function writeValue(value: JsonValue, nextNumber: NumberSource): string {
  if (typeof value === 'string') return writeString(value, nextNumber);
  if (Object.is(value, -0)) return '-0';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) {
    return `[${value.map((each) => ` ${writeValue(each, nextNumber)}\n`).join(',')}]`;
  }
  const members = Object.entries(value).map(([name, each]) => [name, each ?? null] as const);
  return writeObject(members, nextNumber).trim();
}

function writeString(text: string, nextNumber: NumberSource): string {
  return nextNumber(3) === 0 ? `"${escapeAll(text)}"` : JSON.stringify(text);
}

function escapeAll(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
