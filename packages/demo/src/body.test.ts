import { describe, expect, it } from 'vitest';
import { createBody, sleep } from './body.ts';

describe('sleep', () => {
  it('ends at once with the reason of an abort, before and during the wait', async () => {
    const controller = new AbortController();
    const sleeping = sleep(60_000, controller.signal);
    controller.abort(new Error('gone'));
    await expect(sleeping).rejects.toThrow('gone');
    await expect(sleep(60_000, controller.signal)).rejects.toThrow('gone');
  });

  it('ends after its time', async () => {
    await expect(sleep(1, new AbortController().signal)).resolves.toBeUndefined();
  });
});

describe('createBody', () => {
  it('emits nothing after it was canceled', async () => {
    const body = createBody(['a', 'b'], undefined, new AbortController().signal);
    await body.read();
    body.cancel();
    body.cancel();
    expect(await body.read()).toBeUndefined();
  });

  it('fails with the reason of an abort', async () => {
    const controller = new AbortController();
    const body = createBody(['a', 'b'], undefined, controller.signal);
    await body.read();
    controller.abort(new Error('gone'));
    await expect(body.read()).rejects.toThrow('gone');
  });

  it('pauses before each piece and ends after the last', async () => {
    let pauses = 0;
    const pause = () => {
      pauses++;
      return Promise.resolve();
    };
    const body = createBody(['ä', 'b'], pause, new AbortController().signal);
    expect(await body.read()).toEqual(new TextEncoder().encode('ä'));
    expect(await body.read()).toEqual(new TextEncoder().encode('b'));
    expect(await body.read()).toBeUndefined();
    expect(pauses).toBe(2);
  });
});
