import { expect, test } from 'vitest';
import { readEvents, type LiveEvent } from './live-events.ts';

const ending = [
  'event: ready\r\ndata: {}\r\n\r\n',
  ': ping\n\n',
  'data: {"count":1}\n\n',
  'event: skipped\ndata: {"count":2}\n\n',
  'event: skipped\ndata: {"cou',
];

test.each([1, 5, 1_000])(
  'events have names and whole data, in chunks of %d bytes',
  async (size) => {
    const bytes = new TextEncoder().encode(ending.join(''));
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size)
          controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
    const events: LiveEvent[] = [];
    const headers = { 'content-type': 'text/event-stream' };
    await readEvents(new Response(body, { headers }), (event) => events.push(event));
    expect(events).toEqual([
      { name: 'ready', data: {} },
      { name: 'skipped', data: { count: 2 } },
    ]);
  },
);
