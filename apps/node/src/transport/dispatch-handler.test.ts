import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { UpstreamResponse } from '@parley/core';
import type { Dispatcher } from 'undici';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ContentDecoder } from './content-decoder.ts';
import { DispatchHandler } from './dispatch-handler.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A call whose request was sent; `steps` is what it did with its connection. */
function open(...headers: readonly string[]) {
  const steps: string[] = [];
  const leaving = new AbortController();
  const controller: Dispatcher.DispatchController = {
    ...{ aborted: false, paused: false, reason: null },
    rawHeaders: headers.map((text) => Buffer.from(text)),
    pause: () => steps.push('pause'),
    resume: () => steps.push('resume'),
    abort: ({ message }) => steps.push(message),
  };
  const head = vi.fn<(head: UpstreamResponse | Error) => void>();
  const handler = new DispatchHandler({ resolve: head, reject: head }, { signal: leaving.signal });
  return { handler, controller, leaving, head, steps };
}

type Call = ReturnType<typeof open>;

/** A call whose response has begun. */
function openBody(...headers: readonly string[]): Call {
  const call = open(...headers);
  call.handler.onRequestStart(call.controller);
  call.handler.onResponseStarted();
  call.handler.onResponseStart(call.controller, 200);
  return call;
}

function receive({ handler, controller }: Call, content: string | Buffer): void {
  handler.onResponseData(controller, Buffer.from(content));
}

const read = async ({ handler }: Call): Promise<string> => {
  const chunk = await handler.read();
  return Buffer.from(chunk ?? []).toString();
};

const closed = 'The call was aborted.';

describe('the head of a response', () => {
  it('is taken out of undici, which would keep its buffers until the body has ended', async () => {
    const { controller, head } = openBody('x-request-id', '7');
    await setImmediate();
    const [answer] = head.mock.calls.flat();
    expect(answer instanceof Error || answer?.headers.get('x-request-id')).toBe('7');
    expect(controller.rawHeaders).toBeNull();
  });

  it('is the first one that is final', async () => {
    const call = open();
    call.handler.onRequestStart(call.controller);
    for (const status of [100, 199, 200, 500]) {
      call.handler.onResponseStart(call.controller, status);
    }
    await setImmediate();
    expect(call.head.mock.calls).toEqual([[expect.objectContaining({ status: 200 })]]);
  });

  it('is an error that says if anything had arrived', () => {
    const silent = open();
    silent.handler.onRequestStart(silent.controller);
    silent.handler.onResponseError(silent.controller, new Error('broken'));
    const begun = open();
    begun.handler.onResponseStarted();
    begun.handler.onResponseError(begun.controller, new Error('broken'));
    expect(silent.head.mock.lastCall).toMatchObject([{ beforeResponse: true }]);
    expect(begun.head.mock.lastCall).toMatchObject([{ beforeResponse: false }]);
  });

  it('is an error for a coding that is unknown, which also closes the connection', () => {
    const { head, steps } = openBody('content-encoding', 'snappy');
    expect(head.mock.calls).toMatchObject([[{ beforeResponse: false }]]);
    expect(steps).toEqual([closed]);
  });
});

describe('an aborted call', () => {
  it('is not sent', () => {
    const { handler, controller, leaving, head, steps } = open();
    leaving.abort(new Error('left'));
    handler.onRequestStart(controller);
    handler.onResponseStart(controller, 200);
    expect(head.mock.calls).toEqual([[new Error('left')]]);
    expect(steps).toEqual([closed]);
  });

  it('fails with an error, whatever the reason is', () => {
    const { leaving, head } = open();
    leaving.abort('left');
    expect(head.mock.lastCall).toEqual([new Error('Aborted.', { cause: 'left' })]);
  });

  it('closes the connection once, and decodes no more', async () => {
    const destroy = vi.spyOn(ContentDecoder.prototype, 'destroy');
    const call = openBody('content-encoding', 'gzip');
    receive(call, gzipSync('late'));
    call.leaving.abort(new Error('left'));
    call.handler.onResponseError(call.controller, new Error(closed));
    await expect(call.handler.read()).rejects.toThrow('left');
    expect(call.steps.filter((step) => step === closed)).toHaveLength(1);
    expect(destroy).toHaveBeenCalledOnce();
  });

  it('keeps what has arrived when it had ended before', async () => {
    const call = openBody();
    receive(call, 'whole');
    call.handler.onResponseEnd();
    call.leaving.abort(new Error('left'));
    expect([await read(call), await read(call), call.steps]).toEqual(['whole', '', []]);
    expect(getEventListeners(call.leaving.signal, 'abort')).toEqual([]);
  });
});

describe('a cancelled response', () => {
  it('leaves the connection open for 50 ms, in case the response ends', () => {
    vi.useFakeTimers();
    const call = openBody();
    call.handler.cancel();
    vi.advanceTimersByTime(49);
    expect(call.steps).toEqual(['resume']);
    vi.advanceTimersByTime(1);
    expect(call.steps).toEqual(['resume', closed]);
  });

  it('leaves the connection open when it ends soon', () => {
    vi.useFakeTimers();
    const call = openBody();
    call.handler.cancel();
    receive(call, 'the last bytes');
    call.handler.onResponseEnd();
    expect(vi.getTimerCount()).toBe(0);
    expect(call.steps).toEqual(['resume']);
  });

  it('may have 16 KiB left, and closes the connection beyond', () => {
    const call = openBody();
    call.handler.cancel();
    receive(call, Buffer.alloc(8 * 1024));
    receive(call, Buffer.alloc(8 * 1024));
    expect(call.steps).toEqual(['resume']);
    receive(call, 'x');
    expect(call.steps).toEqual(['resume', closed]);
  });

  it('is not read any more, also when it has arrived', async () => {
    const call = openBody();
    receive(call, 'whole');
    call.handler.onResponseEnd();
    call.handler.cancel();
    await expect(call.handler.read()).rejects.toThrow('The response was cancelled.');
    expect(call.steps).toEqual([]);
  });

  it('changes nothing when it was read', async () => {
    const call = openBody();
    call.handler.onResponseEnd();
    call.handler.cancel();
    expect(await call.handler.read()).toBeUndefined();
  });

  it('is not decoded any more', () => {
    const destroy = vi.spyOn(ContentDecoder.prototype, 'destroy');
    const call = openBody('content-encoding', 'gzip');
    receive(call, gzipSync('late'));
    call.handler.cancel();
    expect(destroy).toHaveBeenCalledOnce();
  });

  it('does not fail when the connection breaks afterwards', () => {
    vi.useFakeTimers();
    const call = openBody();
    call.handler.cancel();
    call.handler.onResponseError(call.controller, new Error('broken'));
    expect(vi.getTimerCount()).toBe(0);
    expect(call.steps).toEqual(['resume']);
  });
});

describe('a compressed response', () => {
  const dense = gzipSync(Buffer.alloc(17 * 1024 * 1024, 'a line of text, '), { level: 1 });
  // With the comment of its header (RFC 1952, section 2.3) it is not too dense.
  const long = Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0]),
    Buffer.from(`${'c'.repeat(100_000)}\0`),
    dense.subarray(10),
  ]);

  async function readAll(type: readonly string[]): Promise<number> {
    const call = openBody('content-encoding', 'gzip', ...type);
    receive(call, long);
    call.handler.onResponseEnd();
    let size = 0;
    for (;;) {
      const chunk = await call.handler.read();
      if (chunk === undefined) return size;
      size += chunk.length;
    }
  }

  it('may be as long as it likes when it is an event stream', async () => {
    expect(await readAll(['content-type', 'text/event-stream; charset=utf-8'])).toBe(17 * 2 ** 20);
  });

  it.each([[], ['content-type', 'application/json']])(
    'is limited otherwise: %s',
    async (...type) => {
      await expect(readAll(type)).rejects.toMatchObject({ name: 'UpstreamConnectionError' });
    },
  );
});
