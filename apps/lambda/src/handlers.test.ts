import type { Gateway } from '@parley/core';
import { describe, expect, it } from 'vitest';
import { createHandlers } from './handlers.ts';
import type { HttpEvent } from './platform.ts';
import { createBalancerEvent, createProxyEvent, createUrlEvent, post } from './testing/events.ts';
import { createContext, createKeptStream, runtime } from './testing/runtime.ts';

type Fetch = Gateway['fetch'];

const handle = (fetch: Fetch) => createHandlers({ runtime, start: async () => ({ fetch }) });

async function stream(fetch: Fetch, event: HttpEvent = createUrlEvent()) {
  const kept = createKeptStream();
  await handle(fetch).handler(event, kept, createContext());
  return kept;
}

const collect = (fetch: Fetch, event: HttpEvent = createUrlEvent()) =>
  handle(fetch).bufferedHandler(event, createContext());

/** A body whose chunks the test provides. */
function createBody() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let canceled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (started) => void (controller = started),
    cancel: () => void (canceled = true),
  });
  return {
    body,
    give: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    close: () => controller?.close(),
    wasCanceled: () => canceled,
  };
}

describe('a gateway that could not start', () => {
  const failing = createHandlers({
    runtime,
    start: () => Promise.reject(new Error('password in here')),
  });

  it('is answered with 503, in a format that every client reads, without the reason', async () => {
    const result = await failing.bufferedHandler(createUrlEvent(), createContext());
    expect(result.statusCode).toBe(503);
    expect(JSON.parse(result.body)).toEqual({
      type: 'error',
      error: {
        type: 'api_error',
        message: 'The gateway could not start; its log says why.',
        param: null,
        code: 'not_started',
      },
      request_id: result.headers?.['x-request-id'],
    });
    expect(result.headers?.['x-request-id']).toMatch(/^req_/);
    expect(result.headers?.['x-should-retry']).toBe('true');
  });

  it('is answered in the same way by a stream', async () => {
    const kept = createKeptStream();
    await failing.handler(createUrlEvent(), kept, createContext());
    expect(kept.head?.statusCode).toBe(503);
    expect(kept.chunks.join('')).toContain('not_started');
    expect(kept.ended).toBe(true);
  });
});

describe('an instance that was suspended', () => {
  it('runs due timers first, such as closing an idle connection', async () => {
    const order: string[] = [];
    setTimeout(() => order.push('due'), 1);
    const frozenUntil = performance.now() + 5;
    while (performance.now() < frozenUntil);
    await collect(async () => {
      order.push('request');
      return new Response('');
    });
    expect(order).toEqual(['due', 'request']);
  });
});

describe('an event that is not an HTTP request', () => {
  it('is answered with 400 and does not reach the gateway', async () => {
    const fetch = () => Promise.reject(new Error('reached'));
    const result = await collect(fetch, { key1: 'value1' } as unknown as HttpEvent);
    expect(result.statusCode).toBe(400);
    expect(result.body).toContain('Function URL');
  });
});

describe('a streamed response', () => {
  it('sends its head before there is a body', async () => {
    const { body, give, close } = createBody();
    const kept = createKeptStream();
    const headers = { 'content-type': 'text/event-stream', 'set-cookie': 'a=1' };
    const handled = handle(async () => new Response(body, { headers, status: 201 })).handler(
      createUrlEvent(),
      kept,
      createContext(),
    );
    await expect.poll(() => kept.chunks).toEqual(['']);
    expect(kept.head).toEqual({
      statusCode: 201,
      headers: { 'content-type': 'text/event-stream' },
      cookies: ['a=1'],
    });
    give('one');
    await expect.poll(() => kept.chunks).toEqual(['', 'one']);
    close();
    await handled;
    expect(kept.ended).toBe(true);
  });

  it('sends its head when there is no body at all', async () => {
    const kept = await stream(async () => new Response(null, { status: 204 }));
    expect(kept.head?.statusCode).toBe(204);
    expect(kept.chunks).toEqual(['']);
  });

  it('applies back-pressure for a slow client', async () => {
    const { body, give, close } = createBody();
    const kept = createKeptStream();
    const handled = handle(async () => new Response(body)).handler(
      createUrlEvent(),
      kept,
      createContext(),
    );
    kept.slow = true;
    give('one');
    give('two');
    await expect.poll(() => kept.chunks).toEqual(['', 'one']);
    kept.slow = false;
    kept.emit('drain');
    await expect.poll(() => kept.chunks).toEqual(['', 'one', 'two']);
    close();
    await handled;
  });

  it.each(['before', 'while it waits'])(
    'is given up when the platform takes no more (%s)',
    async (moment) => {
      const { body, give, wasCanceled } = createBody();
      const kept = createKeptStream();
      kept.slow = true;
      kept.destroyed = moment === 'before';
      give('one');
      const handled = handle(async () => new Response(body)).handler(
        createUrlEvent(),
        kept,
        createContext(),
      );
      await expect.poll(() => kept.chunks).toEqual(['', 'one']);
      kept.destroyed = true;
      kept.emit('close');
      await handled;
      expect(wasCanceled()).toBe(true);
    },
  );

  it('ends only after the waitUntil work has ended', async () => {
    let finish: () => void = () => undefined;
    const work = new Promise<void>((resolve) => (finish = resolve));
    const kept = createKeptStream();
    const handled = handle(async (_request, host) => {
      host?.waitUntil?.(work);
      return new Response('all');
    }).handler(createUrlEvent(), kept, createContext());
    await expect.poll(() => kept.chunks).toEqual(['', 'all']);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(kept.ended).toBe(false);
    finish();
    await handled;
    expect(kept.ended).toBe(true);
  });

  it('is ended, and its upstream call cancelled, before the platform kills the instance', async () => {
    const { body, wasCanceled } = createBody();
    const kept = createKeptStream();
    let signal: AbortSignal | undefined;
    await handle(async (request) => {
      signal = request.signal;
      return new Response(body);
    }).handler(createUrlEvent(), kept, createContext(40));
    expect(wasCanceled()).toBe(true);
    expect(signal?.aborted).toBe(true);
    expect(kept.ended).toBe(true);
  });

  it('is ended by the gateway, whose last words are sent, before it is cut off', async () => {
    const { body, give, close, wasCanceled } = createBody();
    const kept = createKeptStream();
    kept.slow = true;
    give('one');
    await handle(async (_request, host) => {
      host?.deadline?.addEventListener('abort', () => {
        give('error');
        close();
      });
      return new Response(body);
    }).handler(createUrlEvent(), kept, createContext(200));
    expect(kept.chunks).toEqual(['', 'one', 'error']);
    expect(wasCanceled()).toBe(false);
    expect(kept.ended).toBe(true);
  });

  it('is ended in time for a client that reads nothing', async () => {
    const { body, give } = createBody();
    const kept = createKeptStream();
    kept.slow = true;
    give('one');
    await handle(async () => new Response(body)).handler(createUrlEvent(), kept, createContext(40));
    expect(kept.ended).toBe(true);
  });
});

describe('a whole response', () => {
  it('passes the client address to the gateway', async () => {
    let address: string | undefined;
    await collect(async (_request, host) => {
      address = host?.address;
      return new Response('');
    });
    expect(address).toBe('192.0.2.1');
  });

  it('is text where its content is text', async () => {
    const result = await collect(async () => Response.json({ a: 'ä🎉' }));
    expect(result).toMatchObject({ statusCode: 200, isBase64Encoded: false });
    expect(JSON.parse(result.body)).toEqual({ a: 'ä🎉' });
  });

  it.each([
    ['bytes', { 'content-type': 'application/octet-stream' }],
    ['compressed text', { 'content-type': 'text/html', 'content-encoding': 'gzip' }],
    ['what has no type', {}],
  ])('comes in base64 where it is %s', async (_, headers: Record<string, string>) => {
    const bytes = new Uint8Array([0, 255, 195, 40]);
    const result = await collect(async () => new Response(bytes, { headers }));
    expect(result.isBase64Encoded).toBe(true);
    expect(Buffer.from(result.body, 'base64')).toEqual(Buffer.from(bytes));
  });

  it.each([
    ['a REST API', createProxyEvent(), 'multiValueHeaders'],
    ['a balancer', createBalancerEvent(), 'headers'],
    ['an HTTP API', createUrlEvent(), 'headers'],
  ] as const)('has headers as %s takes them', async (_, event, name) => {
    const result = await collect(async () => new Response('', { headers: { 'x-a': '1' } }), event);
    expect(result[name]?.['x-a']).toEqual(name === 'headers' ? '1' : ['1']);
  });

  it.each([
    ['6 MB', createUrlEvent(), 6 * 1024 * 1024],
    ['6 MB with its quotation marks escaped', post('{}'), 3 * 1024 * 1024],
    ['1 MB behind a balancer', createBalancerEvent(), 1024 * 1024],
  ])('is an error that says so when it is larger than %s', async (_, event, length) => {
    const headers = { 'content-type': 'text/plain' };
    const result = await collect(async () => new Response('"'.repeat(length), { headers }), event);
    expect(result.statusCode).toBe(502);
    expect(JSON.parse(result.body)).toMatchObject({
      error: { code: 'answer_too_large', message: expect.stringContaining('streams') as string },
    });
  });

  it('is not read further when it is too large', async () => {
    let given = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        given += 1;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    expect((await collect(async () => new Response(endless))).statusCode).toBe(502);
    expect(given).toBeLessThan(10);
  });
});
