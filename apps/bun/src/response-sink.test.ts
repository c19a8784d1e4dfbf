import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ResponseSink } from './response-sink.ts';

let source: BunDirectSource | undefined;
let limits: number[] = [];

beforeEach(() => {
  limits = [];
  const keep = (each: BunDirectSource): void => {
    source = each;
  };
  // Those of Node know no direct streams.
  vi.stubGlobal('ReadableStream', function ReadableStream(each: BunDirectSource) {
    keep(each);
  });
  vi.stubGlobal('Response', function Response() {});
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function openSink(): ResponseSink {
  return new ResponseSink(new AbortController().signal, (seconds) => {
    limits.push(seconds);
  });
}

/** A stream whose client has not read what was written until the function is called. */
function openStream(): { readonly sink: ResponseSink; read(): void } {
  const sink = openSink();
  let read = (): void => undefined;
  const write = () =>
    new Promise<number>((resolve) => {
      read = () => {
        resolve(1);
      };
    });
  sink.open(200, {});
  void source?.pull({ write, flush: () => undefined, end: () => undefined });
  read();
  return {
    sink,
    read: () => {
      read();
    },
  };
}

describe('the time that Bun keeps a connection', () => {
  it('is limited after a whole response', () => {
    openSink().respond(200, {}, 'text');
    expect(limits).toEqual([65]);
  });

  it('is limited while the client of a stream reads nothing, and after its end', async () => {
    const { sink, read } = openStream();
    await vi.waitFor(() => {
      expect(limits).toEqual([60, 0]);
    });
    const written = sink.write('a');
    expect(limits).toEqual([60, 0, 60]);
    read();
    await written;
    sink.end('completed');
    expect(limits).toEqual([60, 0, 60, 0, 65]);
  });

  it('is short after a failed stream, unless its client has still to read', async () => {
    const { sink } = openStream();
    await vi.waitFor(() => {
      expect(limits).toEqual([60, 0]);
    });
    sink.end('failed');
    expect(limits.at(-1)).toBe(1);
    const { sink: other, read } = openStream();
    void other.write('a');
    other.end('failed');
    expect(limits.at(-1)).toBe(65);
    read();
    await Promise.resolve();
    expect(limits.at(-1)).toBe(65);
  });
});
