import { describe, expect, it } from 'vitest';
import { UpstreamConnectionError } from '../../ports.ts';
import { createFetchTransport } from './fetch-transport.ts';

/** A `fetch` that ignores its signal once there is a response, as Deno's may. */
function createFetchIgnoringAbort() {
  const state = { cancelled: false };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array([1]));
    },
    cancel() {
      state.cancelled = true;
    },
  });
  return { state, fetch: () => Promise.resolve(new Response(body)) };
}

const call = { method: 'POST', url: 'http://upstream.test/', headers: {} } as const;

describe('a body whose fetch ignores the signal', () => {
  it('fails with the reason of the abort, also during a read', async () => {
    const { state, fetch } = createFetchIgnoringAbort();
    const abort = new AbortController();
    const { body } = await createFetchTransport(fetch).send({ ...call, signal: abort.signal });
    expect(await body.read()).toEqual(new Uint8Array([1]));
    const waiting = body.read();
    const reason = new Error('gone');
    abort.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(body.read()).rejects.toBe(reason);
    expect(state.cancelled).toBe(true);
  });

  it('ends when the abort arrives with the head', async () => {
    const { state, fetch } = createFetchIgnoringAbort();
    const abort = new AbortController();
    const answering = createFetchTransport(fetch).send({ ...call, signal: abort.signal });
    abort.abort(new Error('gone'));
    const { body } = await answering;
    await expect(body.read()).rejects.toThrow('gone');
    expect(state.cancelled).toBe(true);
  });

  it('is not called, and nothing is sent, when the abort came before', async () => {
    const seen: string[] = [];
    const transport = createFetchTransport(() => {
      seen.push('called');
      return Promise.reject(new TypeError('not to be called'));
    });
    const sending = transport.send({
      ...call,
      signal: AbortSignal.abort(new Error('gone')),
      onSent: () => seen.push('sent'),
    });
    await expect(sending).rejects.toThrow('gone');
    expect(seen).toEqual([]);
  });
});

describe('the default transport', () => {
  const { signal } = new AbortController();
  const answerCoded = (coding: string) => () =>
    Promise.resolve(
      new Response('{}', { headers: { 'content-encoding': coding, 'content-length': '9' } }),
    );

  it.each(['identity', 'gzip', 'x-gzip', 'deflate', 'br', ' GZIP '])(
    'takes a body with the content coding %s as decoded',
    async (coding) => {
      const { headers } = await createFetchTransport(answerCoded(coding)).send({ ...call, signal });
      expect(headers.get('content-encoding')).toBeNull();
      expect(headers.get('content-length')).toBeNull();
    },
  );

  it('keeps the headers of a body without a content coding', async () => {
    const head = { headers: { 'content-length': '2' } };
    const fetch = () => Promise.resolve(new Response('{}', head));
    const { headers } = await createFetchTransport(fetch).send({ ...call, signal });
    expect(headers.get('content-length')).toBe('2');
  });

  it('refuses a content coding that it cannot decode, and cancels the body', async () => {
    let isCancelled = false;
    const cancel = () => {
      isCancelled = true;
    };
    const head = { headers: { 'content-encoding': 'zstd' } };
    const fetch = () => Promise.resolve(new Response(new ReadableStream({ cancel }), head));
    const sending = createFetchTransport(fetch).send({ ...call, signal });
    await expect(sending).rejects.toMatchObject({
      ...{ name: 'UpstreamConnectionError', beforeResponse: false },
      cause: new Error('The content coding is not supported.'),
    });
    expect(isCancelled).toBe(true);
  });

  it('sends the call as it is, does not follow redirects, and says that it was sent', async () => {
    const asked: unknown[] = [];
    const fetch: typeof globalThis.fetch = (...parts) => {
      asked.push(...parts);
      return Promise.resolve(new Response('{}'));
    };
    let isSent = false;
    const onSent = () => {
      isSent = true;
    };
    const sent = { ...call, headers: { a: 'b' }, body: '{}', signal };
    const { status, body } = await createFetchTransport(fetch).send({ ...sent, onSent });
    const { url, ...rest } = sent;
    expect(asked).toEqual([url, { ...rest, redirect: 'manual' }]);
    expect(isSent).toBe(true);
    expect(status).toBe(200);
    expect(new TextDecoder().decode(await body.read())).toBe('{}');
    expect(await body.read()).toBeUndefined();
  });

  it('tells a connection that failed before the response from one that broke off', async () => {
    const cause = new TypeError('fetch failed');
    const refused = createFetchTransport(() => Promise.reject(cause)).send({ ...call, signal });
    await expect(refused).rejects.toMatchObject({ beforeResponse: true, cause });
    const start = (controller: ReadableStreamDefaultController) => {
      controller.error(cause);
    };
    const fetch = () => Promise.resolve(new Response(new ReadableStream({ start })));
    const { body } = await createFetchTransport(fetch).send({ ...call, signal });
    await expect(body.read()).rejects.toMatchObject({ beforeResponse: false, cause });
    await expect(body.read()).rejects.toBeInstanceOf(UpstreamConnectionError);
  });

  describe('a short body of JSON', () => {
    const head = { 'content-type': 'application/json', 'content-length': '4' };
    const answer = (body: BodyInit, headers = head) =>
      createFetchTransport(() => Promise.resolve(new Response(body, { headers }))).send({
        ...call,
        signal,
      });
    /** Two pieces, which a stream gives one by one. */
    const inPieces = () =>
      new ReadableStream({
        start(controller) {
          for (const piece of ['[1', ']\n']) controller.enqueue(new TextEncoder().encode(piece));
          controller.close();
        },
      });
    const readAll = async (headers?: typeof head) => {
      const { body } = await answer(inPieces(), headers);
      const pieces: string[] = [];
      for (let piece = await body.read(); piece !== undefined; piece = await body.read()) {
        pieces.push(new TextDecoder().decode(piece));
      }
      return pieces;
    };

    it('is read at once', async () => {
      expect(await readAll()).toEqual(['[1]\n']);
      expect(await readAll({ ...head, 'content-type': 'application/json; charset=utf-8' })).toEqual(
        ['[1]\n'],
      );
    });

    it('is read as it arrives where it may be long or a stream of events', async () => {
      expect(await readAll({ ...head, 'content-length': '1000000' })).toEqual(['[1', ']\n']);
      expect(await readAll({ ...head, 'content-type': 'text/event-stream' })).toEqual([
        ...['[1', ']\n'],
      ]);
    });

    it('has no piece when it is empty', async () => {
      const { body } = await answer('', { ...head, 'content-length': '0' });
      expect(await body.read()).toBeUndefined();
    });

    it('fails in every read once it has broken off', async () => {
      const cause = new TypeError('broken');
      const start = (controller: ReadableStreamDefaultController) => {
        controller.error(cause);
      };
      const { body } = await answer(new ReadableStream({ start }));
      await expect(body.read()).rejects.toMatchObject({ beforeResponse: false, cause });
      await expect(body.read()).rejects.toBeInstanceOf(UpstreamConnectionError);
    });

    it('is canceled when nobody reads it', async () => {
      let isCancelled = false;
      const cancel = () => {
        isCancelled = true;
      };
      const { body } = await answer(new ReadableStream({ cancel }));
      body.cancel();
      expect(isCancelled).toBe(true);
    });
  });

  it('refuses a proxy that its runtime cannot use, and applies the options of one that can', async () => {
    const network = { proxy: 'http://proxy.test' };
    const asked: (RequestInit | undefined)[] = [];
    const fetch: typeof globalThis.fetch = (_, init) => {
      asked.push(init);
      return Promise.resolve(new Response('{}'));
    };
    const refused = createFetchTransport(fetch).send({ ...call, network, signal });
    await expect(refused).rejects.toMatchObject({
      ...{ beforeResponse: true, reason: 'this runtime cannot use its `proxy` and `ca`' },
    });
    const options = (given: object) => ({ integrity: JSON.stringify(given) });
    await createFetchTransport(fetch, options).send({ ...call, network, signal });
    expect(asked).toMatchObject([{ method: 'POST', integrity: JSON.stringify(network) }]);
  });
});
