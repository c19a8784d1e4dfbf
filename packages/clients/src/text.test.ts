import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { evaluatePython, hasPython } from './testing/python.ts';
import { hostileText } from './testing/hostile.ts';
import { makeWellFormed, quote, quoteSingly, writeJson, writePath } from './text.ts';

describe('a quoted text', () => {
  it.each([
    ['JSON', (text: string): unknown => JSON.parse(quote(text))],
    ['TOML', (text: string): unknown => parseToml(`it = ${quote(text)}`)['it']],
    ['YAML', (text: string): unknown => parseYaml(quote(text), { strict: true })],
    ['TypeScript', (text: string): unknown => runInNewContext(quoteSingly(text))],
  ])('is the very text for %s', (_language, read) => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(read(text)).toBe(text);
      }),
    );
  });

  it.runIf(hasPython)('is exactly the text in Python', () => {
    const texts = fc.sample(hostileText, 200);
    expect(evaluatePython(texts.map(quote))).toEqual(texts);
  });

  it('escapes bidirectional controls and invisible characters', () => {
    expect(quote('a\u202Eb\u200B\u2028\u007F')).toBe(String.raw`"a\u202eb\u200b\u2028\u007f"`);
    expect(writeJson({ a: '\u202E' })).toBe('{\n  "a": "\\u202e"\n}');
  });

  it('has U+FFFD for an unpaired surrogate', () => {
    expect(quote('a\uD800b')).toBe('"a\uFFFDb"');
    expect(makeWellFormed('😀\uDE00')).toBe('😀\uFFFD');
  });
});

describe('a name in a path', () => {
  it('keeps its slashes and encodes all other reserved characters', () => {
    expect(writePath('a/b:c?d#e%f{g}')).toBe('a/b%3Ac%3Fd%23e%25f%7Bg%7D');
    expect(writePath('a\uD800')).toBe('a%EF%BF%BD');
  });
});
