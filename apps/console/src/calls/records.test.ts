import { expect, test } from 'vitest';
import { indentJson, readData, readRecords } from './records.ts';

async function cut(text: string, size: number, type = 'text/event-stream'): Promise<string[]> {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size)
        controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  const texts: string[] = [];
  const response = new Response(body, { headers: { 'content-type': type } });
  const onText = (each: string, isFirst: boolean) => {
    if (!isFirst) texts.push(each);
  };
  await readRecords(response, onText, 1_000);
  return texts;
}

const stream = ': hello\n\nevent: a\ndata: {"x":"é 🦜"}\n\ndata: [DONE]\n\n';
const frames = [': hello', 'event: a\ndata: {"x":"é 🦜"}', 'data: [DONE]', ''];

test.each([1, 2, 3, 7, 1_000])(
  'frames come out whole, however the bytes arrive: %d',
  async (size) => {
    expect(await cut(stream, size)).toEqual(frames);
    expect(await cut(stream.replaceAll('\n', '\r\n'), size)).toEqual(
      frames.map((frame) => frame.replaceAll('\n', '\r\n')),
    );
  },
);

test('a truncated last frame is shown, too', async () => {
  expect(await cut('data: 1\n\ndata: {"half', 4)).toEqual(['data: 1', 'data: {"half']);
});

test('a body that is not a stream is one text with its empty lines', async () => {
  expect(await cut('{\n\n"a": 1}', 2, 'application/json')).toEqual(['{\n\n"a": 1}']);
});

test('data of several lines is joined; data that is not JSON is undefined', () => {
  expect(readData('data: {"a":\ndata: 1}')).toEqual({ a: 1 });
  expect(readData('{"a": 1}')).toEqual({ a: 1 });
  expect(readData('data: [DONE]')).toBeUndefined();
  expect(readData(': ping')).toBeUndefined();
  expect(readData('<html>')).toBeUndefined();
});

test('only JSON gets line breaks', () => {
  expect(indentJson('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(indentJson('{"a":')).toBe('{"a":');
  expect(indentJson('plain')).toBe('plain');
});
