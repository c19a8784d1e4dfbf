import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNumberSource, cutText } from '../../testing/event-streams.ts';
import { CustomInputReader } from './tools.ts';

function read(...fragments: string[]): string {
  const reader = new CustomInputReader();
  const text = fragments.map((fragment) => reader.push(fragment)).join('');
  return text + reader.end();
}

describe('CustomInputReader', () => {
  it.each([
    ['nothing', '', ''],
    ['text that is no JSON', '*** Begin Patch', '*** Begin Patch'],
    ['text that looks like an opening', '{"input":', '{"input":'],
    ['an object of several strings', '{"a":"x","b":"y"}', '{"a":"x","b":"y"}'],
    ['an object without a string', '{"patch":[1]}', '{"patch":[1]}'],
    ['an input that is no string', '{"input":7}', '{"input":7}'],
    ['code fences', '{"input":"```\\nx\\n```"}', '```\nx\n```'],
    ['a broken escape', '{"input":"a\\uZZZZb"}', 'a\ufffdb'],
    ['an input that was cut off', '{"input":"half a l', 'half a l'],
    ['an escape that was cut off', '{"input":"x\\u00', 'x'],
  ])('reads %s', (_, text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ['{"input":"x"}', 'x'],
    [' { "input" : "x" } ', 'x'],
    ['{"input":"x","why":"y"}', 'x'],
    ['{"why":1,"input":"x"}', 'x'],
    ['{"patch":"x"}', 'x'],
    ['"x"', 'x'],
    [`{${' '.repeat(300)}"input":"x"}`, 'x'],
  ])('finds the text in %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('returns text as soon as it arrives', () => {
    const reader = new CustomInputReader();
    expect(reader.push('{"inp')).toBe('');
    expect(reader.push('ut":"one')).toBe('one');
    expect(reader.push(' \\')).toBe(' ');
    expect(reader.push('ntwo"')).toBe('\ntwo');
    expect(reader.push('}')).toBe('');
    expect(reader.end()).toBe('');
  });

  it.each([
    ['as escapes', ['{"input":"A\\ud83d', '\\ude00B"}'], ['A', '😀B']],
    ['as characters', ['{"input":"A\ud83d', '\ude00B"}'], ['A', '😀B']],
    ['inside an escape', ['{"input":"A\\ud83d\\u', 'de00B"}'], ['A', '😀B']],
  ])('keeps the halves of a surrogate pair together that came %s', (_, fragments, texts) => {
    const reader = new CustomInputReader();
    expect(fragments.map((fragment) => reader.push(fragment))).toEqual(texts);
    expect(reader.end()).toBe('');
  });

  it('returns the half of a surrogate pair without the other', () => {
    expect(read('{"input":"A\\ud83d', '"}')).toBe('A\ud83d');
    expect(read('{"input":"A\\ud83d', 'B"}')).toBe('A\ud83dB');
    expect(read('{"input":"A\\ud83d')).toBe('A\ud83d');
  });

  it('returns the same text for every way to split it', () => {
    const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), picks, (text, numbers) => {
        const json = JSON.stringify({ input: text });
        expect(read(...cutText(json, createNumberSource(numbers)))).toBe(text);
      }),
    );
  });
});
