import { describe, expect, it } from 'vitest';
import { formatEntries, linesOf, numberOf, parseEntries, withField } from './draft.ts';

describe('a draft', () => {
  it('removes a field that was emptied', () => {
    expect(withField({ a: 1, b: 2 }, 'a', '')).toEqual({ b: 2 });
    expect(withField({ a: 1 }, 'a', [])).toEqual({});
  });

  it('keeps the order of its fields', () => {
    expect(Object.keys(withField({ a: 1, b: 2 }, 'a', 3))).toEqual(['a', 'b']);
  });

  it('keeps zero and false', () => {
    expect(withField({}, 'a', 0)).toEqual({ a: 0 });
    expect(withField({}, 'a', false)).toEqual({ a: false });
  });

  it('sends text that is not a number unchanged', () => {
    expect(numberOf('1.5')).toBe(1.5);
    expect(numberOf('1,5')).toBe(1.5);
    expect(numberOf('1,500')).toBe('1,500');
    expect(numberOf('cheap')).toBe('cheap');
    expect(numberOf(' ')).toBe(undefined);
  });

  it('has one entry for each line', () => {
    expect(linesOf(' a \n\n b/* ')).toEqual(['a', 'b/*']);
  });
});

describe('entries as lines', () => {
  it('keep colons in values', () => {
    expect(parseEntries('x-a: b:c\n\n x-d :e')).toEqual({ 'x-a': 'b:c', 'x-d': 'e' });
    expect(formatEntries({ 'x-a': 'b:c', 'x-d': 'e' })).toBe('x-a: b:c\nx-d: e');
    expect(formatEntries({ priority: 2 })).toBe('priority: 2');
  });

  it('are absent when there is no line', () => {
    expect(parseEntries(' \n')).toBe(undefined);
    expect(formatEntries(undefined)).toBe('');
  });

  it('send a line without a colon to the server, which rejects the name', () => {
    expect(parseEntries('not a header')).toEqual({ 'not a header': '' });
  });
});
