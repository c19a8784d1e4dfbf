import { describe, expect, it } from 'vitest';
import { createStreamSink } from './stream-sink.ts';

describe('createStreamSink', () => {
  it('returns a response with the head and all text', async () => {
    const sink = createStreamSink();
    sink.open(200, { 'content-type': 'text/event-stream' });
    const response = await sink.response;
    const reading = response.text();
    await sink.write('data: ä\n\n');
    await sink.write('data: b\n\n');
    sink.end('completed');
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await reading).toBe('data: ä\n\ndata: b\n\n');
  });

  it('applies back-pressure while the client does not read', async () => {
    const sink = createStreamSink();
    sink.open(200, {});
    const reader = (await sink.response).body?.getReader();
    void sink.write('one');
    const second = sink.write('two');
    expect(second).toBeInstanceOf(Promise);
    let resumed = false;
    void second?.then(() => (resumed = true));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(resumed).toBe(false);
    await reader?.read();
    await reader?.read();
    await second;
    expect(resumed).toBe(true);
  });

  it('waits with each text that nobody has asked for, and with no other', async () => {
    const sink = createStreamSink();
    sink.open(200, {});
    const reader = (await sink.response).body?.getReader();
    const asked = reader?.read();
    await Promise.resolve();
    expect(sink.write('one')).toBeUndefined();
    expect((await asked)?.done).toBe(false);
    expect(sink.write('two')).toBeInstanceOf(Promise);
  });

  it('resumes every text that waits once the client reads again, and waits anew after that', async () => {
    const sink = createStreamSink();
    sink.open(200, {});
    const reader = (await sink.response).body?.getReader();
    const texts = [sink.write('one'), sink.write('two'), sink.write('three')];
    let resumed = 0;
    for (const text of texts) void text?.then(() => (resumed += 1));
    await reader?.read();
    await reader?.read();
    await Promise.resolve();
    expect(resumed).toBe(0);
    await reader?.read();
    await Promise.all(texts.filter((text) => text !== undefined));
    expect(resumed).toBe(3);
    const later = sink.write('four');
    expect(later).toBeInstanceOf(Promise);
    await reader?.read();
    await later;
  });

  it('ignores what comes after the end', async () => {
    const sink = createStreamSink();
    sink.open(200, {});
    void sink.write('one');
    sink.end('completed');
    sink.end('completed');
    expect(sink.write('two')).toBeUndefined();
    expect(await (await sink.response).text()).toBe('one');
  });

  it('reports a client that disconnects, releases the writer, and ignores further text', async () => {
    const sink = createStreamSink();
    let left = 0;
    sink.onClose(() => (left += 1));
    sink.open(200, {});
    const waiting = sink.write('one');
    await (await sink.response).body?.cancel();
    await waiting;
    expect(left).toBe(1);
    expect(sink.write('two')).toBeUndefined();
    expect(() => {
      sink.end('completed');
    }).not.toThrow();
  });
});
