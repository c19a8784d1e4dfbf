import { describe, expect, it } from 'vitest';
import { contentTypes, createFrameWriter } from './stream-format.ts';

const frames = [
  { event: 'a', data: '{"n":1}' },
  { event: 'b', data: '{"n":2}' },
];
const rewrite = (text: string) => text.replaceAll('n', 'm');

describe('a stream of events', () => {
  it('says that it is one', () => {
    expect(contentTypes['event-stream']).toBe('text/event-stream; charset=utf-8');
  });

  it('has its frames, and nothing after the last', () => {
    const writer = createFrameWriter('event-stream');
    expect(writer.write(frames)).toBe('event: a\ndata: {"n":1}\n\nevent: b\ndata: {"n":2}\n\n');
    expect(writer.writeText('data: {"n":3}\n\n')).toBe('data: {"n":3}\n\n');
    expect(writer.end()).toBe('');
  });

  it('is rewritten', () => {
    const writer = createFrameWriter('event-stream', rewrite);
    expect(writer.write(frames.slice(1))).toBe('evemt: b\ndata: {"m":2}\n\n');
    expect(writer.writeText('data: {"n":3}\n\n')).toBe('data: {"m":3}\n\n');
    expect(writer.end()).toBe('');
  });
});

describe('a stream as a JSON array', () => {
  it('says that it is JSON', () => {
    expect(contentTypes['json-array']).toBe('application/json');
  });

  it.each([
    ['as they are', undefined, 'n'],
    ['rewritten', rewrite, 'm'],
  ])('is one array of the data of its frames, %s', (_, change, name) => {
    const writer = createFrameWriter('json-array', change);
    const text =
      writer.write(frames) + writer.writeText('data: {"n":3}\n\ndata: {"n":4}\n\n') + writer.end();
    expect(JSON.parse(text)).toEqual([1, 2, 3, 4].map((n) => ({ [name]: n })));
  });

  it('is an empty array if it has no frames', () => {
    expect(JSON.parse(createFrameWriter('json-array').end())).toEqual([]);
  });
});
