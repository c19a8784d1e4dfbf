import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dialectIds, type DialectId } from '../canonical/dialect.ts';
import { createFrameParser } from '../sse/frame-parser.ts';
import { lints } from '../testing/lints.ts';
import { createStreamTranslator } from './stream.ts';

const home = new URL('../../fixtures/', import.meta.url);
const bytesOf = (text: string) => new TextEncoder().encode(text);

describe.each(dialectIds)('the recorded streams of %s', (from) => {
  const names = readdirSync(new URL(`${from}/`, home)).filter((name) => name.endsWith('.sse'));
  const [other = from] = dialectIds.filter((each) => each !== from);

  function translateTo(to: DialectId, pieces: Iterable<string | Uint8Array>): string {
    const facts = { id: 'x7', now: () => 1_790_000_000_000, model: 'call-name' };
    const translator = createStreamTranslator({ from, to, ...facts });
    let written = '';
    for (const piece of pieces) written += translator.push(piece);
    return written + translator.end();
  }

  it.each(names)('%s is translated the same for any chunks', (name) => {
    const text = readFileSync(new URL(`${from}/${name}`, home), 'utf8');
    const versions = [text, text.replaceAll('\n', '\r\n')];
    for (const to of dialectIds) {
      const expected = translateTo(to, [text]);
      const parser = createFrameParser();
      expect(lints[to]([...parser.push(bytesOf(expected)), ...parser.end()])).toEqual([]);
      for (const bytes of versions.map(bytesOf)) {
        expect(translateTo(to, [bytes])).toBe(expected);
        expect(
          translateTo(
            to,
            Array.from(bytes, (byte) => Uint8Array.of(byte)),
          ),
        ).toBe(expected);
      }
    }
    // Its places to cut are those of the lines that end in LF, and those inside a line's end.
    const bytes = bytesOf(text.replaceAll('\n', '\r\n'));
    const expected = translateTo(other, [text]);
    for (let at = 1; at < bytes.length; at++) {
      if (translateTo(other, [bytes.subarray(0, at), bytes.subarray(at)]) === expected) continue;
      expect.fail(`${name} differs when it is cut at byte ${at}.`);
    }
  });
});
