import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../canonical/error.ts';
import { createFrameParser } from './frame-parser.ts';
import { writeFrame, type SseFrame } from './frame.ts';

const encoder = new TextEncoder();

function parse(chunks: readonly Uint8Array[], maxFrameLength?: number): SseFrame[] {
  const parser = createFrameParser(maxFrameLength === undefined ? {} : { maxFrameLength });
  const frames = chunks.flatMap((chunk) => parser.push(chunk));
  return [...frames, ...parser.end()];
}

function parseText(text: string): SseFrame[] {
  return parse([encoder.encode(text)]);
}

function cut(bytes: Uint8Array, ...places: number[]): Uint8Array[] {
  const edges = [0, ...places, bytes.length];
  return edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
}

function bytewise(bytes: Uint8Array): Uint8Array[] {
  return Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
}

/** What the standard says, written for the eye, and whole records with only a name: all text at once, split into lines. */
function parseNaively(text: string): SseFrame[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  const frames: SseFrame[] = [];
  let record: string[] = [];
  for (const [index, line] of [...lines, ''].entries()) {
    record.push(line);
    if (line !== '') continue;
    const fields = record.map((each) => /^(\w+)(?::[ ]?(.*))?$/su.exec(each) ?? []);
    const values = (name: string) =>
      fields.filter((field) => field[1] === name).map((field) => field[2] ?? '');
    const event = values('event').at(-1) ?? '';
    const data = values('data');
    const named = event === '' ? '' : `event: ${event}\n`;
    const raw = `${named}data: ${data.join(' ')}\n\n`;
    if (data.length > 0) {
      frames.push({ ...(event !== '' && { event }), data: data.join('\n'), raw });
    } else if (event !== '' && index < lines.length) frames.push({ event, data: '' });
    record = [];
  }
  return frames;
}

describe('a stream that breaks the rules', () => {
  it('rejects a record that is longer than the limit, in one chunk or in many', () => {
    const bytes = encoder.encode(`data: ${'x'.repeat(100)}\n\n`);
    for (const chunks of [[bytes], bytewise(bytes)]) {
      expect(() => parse(chunks, 64)).toThrow(GatewayError);
    }
    expect(parse([bytes], 108)).toHaveLength(1);
  });

  it('applies the limit to each record', () => {
    const bytes = encoder.encode('data: 0123456789\n\n'.repeat(20));
    expect(parse([bytes], 18)).toHaveLength(20);
    expect(parse(bytewise(bytes), 18)).toHaveLength(20);
  });

  it('reads a record of a million one-byte chunks', () => {
    const data = 'x'.repeat(1_000_000);
    expect(parse(bytewise(encoder.encode(`data:${data}\n\n`)))[0]?.data).toBe(data);
  });

  it('reads a record of a hundred thousand one-line chunks', () => {
    const line = encoder.encode('data: x\n');
    const frames = parse([...Array.from({ length: 100_000 }, () => line), encoder.encode('\n')]);
    expect(frames).toHaveLength(1);
    expect(frames[0]?.data).toHaveLength(199_999);
  });

  it('replaces bytes that are not UTF-8 and continues', () => {
    const bytes = Uint8Array.from([...encoder.encode('data: a'), 0xff, ...encoder.encode('b\n\n')]);
    expect(parse([bytes])).toEqual([{ data: 'a\uFFFDb', raw: 'data: a\uFFFDb\n\n' }]);
    expect(parse([encoder.encode('data: é').subarray(0, -1)])[0]?.data).toBe('\uFFFD');
  });

  it('returns a last record without its empty line', () => {
    expect(parseText('data: a\n\ndata: b')).toEqual([
      { data: 'a', raw: 'data: a\n\n' },
      { data: 'b', raw: 'data: b\n\n' },
    ]);
    expect(parseText('data: b\n')).toEqual([{ data: 'b', raw: 'data: b\n\n' }]);
    expect(parseText('event: message_stop\n')).toEqual([]);
    expect(parse([])).toEqual([]);
  });
});

describe('records', () => {
  it('reads the event name and joins data lines with a line feed', () => {
    const text = 'event: delta\ndata: one\ndata:two\ndata\ndata:  three\n\n';
    const [frame] = parseText(text);
    expect(frame).toMatchObject({ event: 'delta', data: 'one\ntwo\n\n three' });
  });

  it('skips comments, ids, retry, unknown fields and records without a name and data', () => {
    const frames = parseText(': hi\n\nid: 7\nretry: 10\n\nevent:\n\ndatax: 1\neventx: 2\n\n');
    expect(frames).toEqual([]);
  });

  it('returns a record that has only a name, so that it is not lost silently', () => {
    expect(parseText('event: x\n\n')).toEqual([{ event: 'x', data: '' }]);
  });

  it.each([
    ['without a space', 'event:a\ndata:{"b":1}\n\n'],
    ['with comments and ids', ': note\nid: 7\nevent: a\ndata: {"b":1}\nretry: 1\n\n'],
    ['with its name behind its data', 'data: {"b":1}\nevent: a\n\n'],
    ['with carriage returns', 'event: a\r\ndata: {"b":1}\r\n\r\n'],
  ])('relays a record that is written %s as every client reads it', (_, text) => {
    expect(parseText(text)[0]?.raw).toBe('event: a\ndata: {"b":1}\n\n');
  });

  it('relays JSON on several lines as one', () => {
    expect(parseText('data: {\ndata: "a":1}\n\n')[0]?.raw).toBe('data: { "a":1}\n\n');
  });

  it('resets the event name for each record', () => {
    expect(parseText('event: x\n\ndata: 1\n\n')[1]).toEqual({ data: '1', raw: 'data: 1\n\n' });
  });

  it('skips a byte-order mark at the start and keeps one inside', () => {
    expect(parseText('\uFEFFdata: \uFEFFa\n\n')[0]).toMatchObject({ data: '\uFEFFa' });
  });

  it('returns a record at once when its empty line is a single carriage return', () => {
    const parser = createFrameParser();
    expect(parser.push(encoder.encode('data: a\r\r'))).toHaveLength(1);
    expect(parser.push(encoder.encode('data: b\r\n\r'))).toHaveLength(1);
    expect(parser.push(encoder.encode('\ndata: c\r\n\r\n'))).toMatchObject([{ data: 'c' }]);
    expect(parser.push(encoder.encode('data: d\r'))).toEqual([]);
    expect(parser.push(new Uint8Array())).toEqual([]);
    expect(parser.push(encoder.encode('\ndata: e\n\n'))).toMatchObject([{ data: 'd\ne' }]);
    expect(parser.end()).toEqual([]);
  });
});

describe('chunk borders', () => {
  const text =
    '\uFEFFevent: délta\r\ndata: {"a":"é🎈"}\r\n\r\n: ping\n\ndata: x\ndata: y\r\rdata: [DONE]\n\n';
  const expected = parseNaively(text);

  it.each([
    ['as it is', text],
    ['with LF', text.replaceAll(/\r\n|\r/g, '\n')],
    ['with CRLF', text.replaceAll(/\r\n|\r|\n/g, '\r\n')],
    ['with CR', text.replaceAll(/\r\n|\n/g, '\r')],
  ])('do not matter: whole, at every byte, byte by byte, %s', (_, stream) => {
    const bytes = encoder.encode(stream);
    expect(parse([bytes])).toStrictEqual(expected);
    expect(parse(bytewise(bytes))).toStrictEqual(expected);
    for (let place = 0; place <= bytes.length; place++) {
      expect(parse(cut(bytes, place))).toStrictEqual(expected);
    }
  });

  it('do not change the result for any stream', () => {
    const scrap = fc.constantFrom(
      'data',
      'event',
      'id',
      ':',
      ' ',
      '\n',
      '\n',
      '\r',
      '\r\n',
      'é',
      '🎈',
      'x',
      '\uFEFF',
    );
    const stream = fc.array(scrap, { maxLength: 40 }).map((scraps) => scraps.join(''));
    const places = fc.array(fc.nat({ max: 120 }), { maxLength: 10 });
    fc.assert(
      fc.property(stream, places, (body, borders) => {
        const bytes = encoder.encode(body);
        const sorted = borders.map((place) => Math.min(place, bytes.length)).sort((a, b) => a - b);
        expect(parse(cut(bytes, ...sorted))).toStrictEqual(parseNaively(body));
      }),
      { numRuns: 2000 },
    );
  });

  it('reads what the writer wrote', () => {
    const line = fc.string({ unit: 'grapheme' }).map((texts) => texts.replaceAll(/[\r\n]/g, ' '));
    const event = line.filter((texts) => texts !== '' && !texts.startsWith(' '));
    const data = fc.array(line, { minLength: 1 }).map((lines) => lines.join('\n'));
    const frame = fc.record({ event, data }, { requiredKeys: ['data'] });
    fc.assert(
      fc.property(frame, (written) => {
        const raw = writeFrame({ ...written, data: written.data.replaceAll('\n', ' ') });
        expect(parseText(`\n${writeFrame(written)}`)).toStrictEqual([{ ...written, raw }]);
      }),
    );
  });
});
