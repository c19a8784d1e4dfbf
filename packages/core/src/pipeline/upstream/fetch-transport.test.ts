import { describe, expect, it } from 'vitest';
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
    const { body } = await createFetchTransport(fetch).send({
      ...call,
      signal: AbortSignal.abort(new Error('gone')),
    });
    await expect(body.read()).rejects.toThrow('gone');
    expect(state.cancelled).toBe(true);
  });
});
