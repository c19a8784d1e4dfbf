import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { columnsOf, streamCsv, writeField } from './csv.ts';

describe('writeField', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    [null, ''],
    [undefined, ''],
    [0, '0'],
    [-5, '-5'],
    ['-5', '-5'],
    ['-0.25', '-0.25'],
    ['+49', '+49'],
    [true, 'true'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=1+1', "'=1+1"],
    ['+1+1', "'+1+1"],
    ['-1-1', "'-1-1"],
    ['-cmd', "'-cmd"],
    ['@sum', "'@sum"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['\n=1', `"'\n=1"`],
    ['＝1', "'＝1"],
    ['=1,"2"', `"'=1,""2"""`],
    [['a', 'b'], '"[""a"",""b""]"'],
    [{ a: 1 }, '"{""a"":1}"'],
  ])('%j → %j', (value, written) => {
    expect(writeField(value)).toBe(written);
  });

  it('never starts with a character that begins a formula', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = writeField(text).replace(/^"/, '');
        expect(/^[=@\t\r\n]/.test(shown)).toBe(false);
        if (/^[+-]/.test(shown)) expect(Number.isFinite(Number(shown))).toBe(true);
      }),
    );
  });
});

describe('columnsOf', () => {
  it('splits known objects into columns and omits the kind', () => {
    const inner = z.strictObject({ amount: z.string(), windows: z.record(z.string(), z.string()) });
    const entry = z.strictObject({
      object: z.literal('key'),
      id: z.string(),
      limits: inner.nullable(),
    });
    expect(columnsOf(entry).map(({ name }) => name)).toEqual([
      'id',
      'limits_amount',
      'limits_windows',
    ]);
  });
});

describe('streamCsv', () => {
  it('reads a page only when the client reads', async () => {
    const asked: string[] = [];
    const stream = streamCsv(
      [{ name: 'id', path: ['id'] }],
      { data: [{ id: 0 }], next: '1' },
      async (after) => {
        asked.push(after);
        return { data: [{ id: after }], next: after === '9' ? null : String(Number(after) + 1) };
      },
    );
    const reader = stream.getReader();
    await reader.read();
    await reader.read();
    expect(asked.length).toBeLessThan(5);
    await reader.cancel();
    const read = asked.length;
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(asked.length).toBeLessThanOrEqual(read + 1);
  });

  it('goes on behind empty pages', async () => {
    const pages = new Map([
      ['1', { data: [], next: '2' }],
      ['2', { data: [], next: '3' }],
      ['3', { data: [{ id: 7 }], next: '4' }],
      ['4', { data: [], next: null }],
    ]);
    const stream = streamCsv(
      [{ name: 'id', path: ['id'] }],
      { data: [], next: '1' },
      async (after) => pages.get(after) ?? { data: [], next: null },
    );
    expect(await new Response(stream).text()).toBe('id\r\n7\r\n');
  });

  it('ends with an error when a page cannot be read', async () => {
    const stream = streamCsv([], { data: [], next: '1' }, () => Promise.reject(new Error('gone')));
    await expect(new Response(stream).text()).rejects.toThrow();
  });
});
