import { answerWith, reshape, stallAfter } from '@parley/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatRequest, startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';

let testGateway: TestGateway;
beforeEach(async () => {
  testGateway = await startTestGateway();
});
afterEach(() => testGateway.close());

/** Sends a request as a host that stops with the response and then waits only for `waitUntil`. */
async function ask(stream: boolean, secret = testGateway.secret) {
  const work: Promise<unknown>[] = [];
  const leaving = new AbortController();
  const answer = testGateway.gateway.fetch(
    new Request('http://parley.test/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify({ ...chatRequest, stream }),
      signal: leaving.signal,
    }),
    { waitUntil: (promise) => work.push(promise) },
  );
  return { answer, leaving, ended: () => Promise.all(work) };
}

describe('on a host that stops with the response', () => {
  it('a stream whose client disconnected is recorded before waitUntil resolves', async () => {
    testGateway.upstream.script(
      reshape(answerWith({ text: ['a', 'b'] }), (each) => stallAfter(each, 2)),
    );
    const { answer, ended } = await ask(true);
    const reader = (await answer).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await ended();
    expect(testGateway.store.exchanges).toMatchObject([{ outcome: 'canceled' }]);
  });

  it('a disconnect before the response is recorded before waitUntil resolves', async () => {
    testGateway.upstream.script(reshape(answerWith({ text: 'a' }), (each) => stallAfter(each, 0)));
    const { leaving, ended } = await ask(false);
    await expect.poll(() => testGateway.upstream.requests.length).toBe(1);
    leaving.abort();
    await ended();
    expect(testGateway.store.exchanges).toMatchObject([{ outcome: 'canceled' }]);
  });

  it('reservations of ended processes are released before waitUntil resolves', async () => {
    let free: (count: number) => void = () => undefined;
    testGateway.store.releaseExpired = () => new Promise((resolve) => (free = resolve));
    const secret = await testGateway.addKey({ id: 'limited', limits: { requestsPerMinute: 5 } });
    const { answer, ended } = await ask(false, secret);
    expect((await answer).status).toBe(200);
    let hasEnded = false;
    const ending = ended().then(() => (hasEnded = true));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(hasEnded).toBe(false);
    free(0);
    await ending;
  });

  it('a whole response is recorded before it is returned', async () => {
    const { answer } = await ask(false);
    await answer;
    expect(testGateway.store.exchanges).toMatchObject([{ outcome: 'completed' }]);
  });
});
