import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { python, typescript, writeLiteral } from './literal.ts';
import { hostileText } from './testing/hostile.ts';
import { evaluatePython, hasPython } from './testing/python.ts';

/** JSON with difficult strings and member names. */
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    hostileText,
    fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), fc.double({ noNaN: true })),
    fc.array(tie('json'), { maxLength: 5 }),
    fc
      .array(
        fc.tuple(fc.oneof(fc.constantFrom('__proto__', 'role', '1'), hostileText), tie('json')),
      )
      .map((members) => JSON.parse(JSON.stringify(Object.fromEntries(members))) as unknown),
  ),
}));

/** As JSON sees it: without infinities and the sign of zero. */
const values = json.map((value) => JSON.parse(JSON.stringify(value)) as unknown);

describe('a literal', () => {
  it('is exactly the value in TypeScript', () => {
    fc.assert(
      fc.property(values, (value) => {
        const written: unknown = runInNewContext(
          `JSON.stringify(${writeLiteral(value, typescript)})`,
        );
        expect(written).toBe(JSON.stringify(value));
      }),
    );
  });

  it.runIf(hasPython)('is exactly the value in Python', () => {
    const samples = fc.sample(values, 200);
    const literals = samples.map((value) => writeLiteral(value, python));
    expect(evaluatePython(literals)).toEqual(samples);
  });

  it('sets no prototype', () => {
    const value = JSON.parse('{"__proto__": {"polluted": true}}') as unknown;
    expect(writeLiteral(value, typescript)).toBe("{ ['__proto__']: { polluted: true } }");
  });

  it('is on one line where it fits, and on several where it does not', () => {
    const long = 'x'.repeat(40);
    expect(writeLiteral({ a: [1, { 'b-c': true }] }, typescript)).toBe(
      "{ a: [1, { 'b-c': true }] }",
    );
    expect(writeLiteral({ a: [long], b: {} }, python)).toBe(`{"a": ["${long}"], "b": {}}`);
    expect(writeLiteral({ a: [long, '123456789012'] }, typescript)).toBe(
      `{\n  a: ['${long}', '123456789012'],\n}`,
    );
  });

  it('omits members without a value', () => {
    expect(writeLiteral({ a: undefined, b: 1 }, typescript)).toBe('{ b: 1 }');
  });

  it('of a long list takes linear time', () => {
    const value = Array.from({ length: 20_000 }, () => [[['x']]]);
    expect(writeLiteral(value, typescript).length).toBeGreaterThan(20_000);
  });
});
