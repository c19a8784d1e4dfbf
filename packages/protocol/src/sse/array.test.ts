import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNumberSource } from '../testing/event-streams.ts';
import { createArrayParser, createArrayWriter } from './array.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function parse(pieces: Iterable<Uint8Array>): string[] {
  const parser = createArrayParser();
  const frames = [...pieces].flatMap((piece) => parser.push(piece));
  return [...frames, ...parser.end()].map(({ data }) => data);
}

function* cut(bytes: Uint8Array, size: () => number) {
  for (let at = 0; at < bytes.length;) {
    const end = at + size();
    yield bytes.subarray(at, end);
    at = end;
  }
}

describe('createArrayParser', () => {
  it.each([
    ['nothing', ''],
    ['white space', ' \r\n'],
    ['an empty array', '[]'],
    ['an element that is cut off', '[{"a":1'],
    ['a string that is cut off', '[{"a":"}]'],
    ['an object that is cut off', '{"error":{'],
  ])('gives nothing for %s', (_, text) => {
    expect(parse([bytesOf(text)])).toEqual([]);
  });

  it('returns the complete elements of a truncated array', () => {
    expect(parse([bytesOf('[{"a":1}\n,\r\n{"b":')])).toEqual(['{"a":1}']);
  });

  it('returns each element as soon as it is complete', () => {
    const parser = createArrayParser();
    expect(parser.push(bytesOf('[{"a":[1,2]}'))).toEqual([]);
    expect(parser.push(bytesOf('\n,'))).toEqual([{ data: '{"a":[1,2]}' }]);
  });

  it('returns a body that is not an array as one frame', () => {
    expect(parse([bytesOf('{"error":'), bytesOf('{"code":503}}')])).toEqual([
      '{"error":{"code":503}}',
    ]);
    expect(parse([bytesOf('<html>[no]</html>')])).toEqual(['<html>[no]</html>']);
  });

  it('ignores what follows the array', () => {
    expect(parse([bytesOf('[{"a":1}] ,{"b":2}'), bytesOf('[3]')])).toEqual(['{"a":1}']);
  });

  it('rejects an element that is too long', () => {
    const parser = createArrayParser({ maxFrameLength: 10 });
    parser.push(bytesOf('[{"a":1},'));
    parser.push(bytesOf('{"a":"12'));
    expect(() => parser.push(bytesOf('345'))).toThrow(
      expect.objectContaining({ code: 'upstream-unavailable' }),
    );
  });

  it('finds the elements for any chunks and any indentation', () => {
    const elements = fc.array(
      fc.dictionary(
        fc.string({ unit: fc.constantFrom('"', '\\', '[', '}', ',', 'ü', '🚋', '\u2028', ' ') }),
        fc.jsonValue({ maxDepth: 3 }),
        { noNullPrototype: true },
      ),
    );
    const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(elements, fc.boolean(), picks, (values, isIndented, numbers) => {
        const nextNumber = createNumberSource(numbers);
        const text = JSON.stringify(values, null, isIndented ? 2 : 0);
        const found = parse(cut(bytesOf(text), () => 1 + nextNumber(7)));
        expect(found.map((data) => JSON.parse(data) as unknown)).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('createArrayWriter', () => {
  it.each([
    [[], '[]'],
    [[[]], '[]'],
    [[['{"a":1}']], '[{"a":1}\n]'],
    [[['{"a":1}', '{"b":2}'], [], ['{"c":3}']], '[{"a":1}\n,\r\n{"b":2}\n,\r\n{"c":3}\n]'],
  ])('writes %j', (batches, text) => {
    const writer = createArrayWriter();
    const written = batches.map((batch) => writer.write(batch.map((data) => ({ data }))));
    expect([...written, writer.end()].join('')).toBe(text);
  });

  it('is read back by the parser', () => {
    const writer = createArrayWriter();
    const text = writer.write([{ data: '{"a":"]"}' }]) + writer.write([{ data: '{}' }]);
    expect(parse([bytesOf(text + writer.end())])).toEqual(['{"a":"]"}', '{}']);
  });
});
