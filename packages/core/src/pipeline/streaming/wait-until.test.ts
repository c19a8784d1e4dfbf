import { answerWith, reshape, stallAfter } from '@parley/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatQuestion, setStage, type Stage } from '../../testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
});
afterEach(() => stage.close());

/** Sends a request as a host that stops with the response and then waits only for `waitUntil`. */
async function ask(stream: boolean, secret = stage.secret) {
  const work: Promise<unknown>[] = [];
  const leaving = new AbortController();
  const answer = stage.gateway.fetch(
    new Request('http://parley.test/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify({ ...chatQuestion, stream }),
      signal: leaving.signal,
    }),
    { waitUntil: (promise) => work.push(promise) },
  );
  return { answer, leaving, ended: () => Promise.all(work) };
}

describe('on a host that stops with the response', () => {
  it('a stream whose caller left is recorded before the work has ended', async () => {
    stage.upstream.script(reshape(answerWith({ text: ['a', 'b'] }), (each) => stallAfter(each, 2)));
    const { answer, ended } = await ask(true);
    const reader = (await answer).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await ended();
    expect(stage.store.exchanges).toMatchObject([{ outcome: 'canceled' }]);
  });

  it('a caller who left before the answer began is recorded before the work has ended', async () => {
    stage.upstream.script(reshape(answerWith({ text: 'a' }), (each) => stallAfter(each, 0)));
    const { leaving, ended } = await ask(false);
    await expect.poll(() => stage.upstream.requests.length).toBe(1);
    leaving.abort();
    await ended();
    expect(stage.store.exchanges).toMatchObject([{ outcome: 'canceled' }]);
  });

  it('what departed processes hold is freed before the work has ended', async () => {
    let free: (count: number) => void = () => undefined;
    stage.store.freeExpired = () => new Promise((resolve) => (free = resolve));
    const secret = await stage.addKey({ id: 'limited', limits: { requestsPerMinute: 5 } });
    const { answer, ended } = await ask(false, secret);
    expect((await answer).status).toBe(200);
    let hasEnded = false;
    const ending = ended().then(() => (hasEnded = true));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(hasEnded).toBe(false);
    free(0);
    await ending;
  });

  it('a whole answer is recorded before it is given', async () => {
    const { answer } = await ask(false);
    await answer;
    expect(stage.store.exchanges).toMatchObject([{ outcome: 'completed' }]);
  });
});
