import { answerWith, reshape, stallAfter } from '@parley/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestGateway } from './testing/open-test-gateway.ts';
import { StoreUnavailableError } from './store/index.ts';
import { chatRequest, startTestGateway, type TestGateway } from './testing/test-gateway.ts';

let testGateway: TestGateway;
let ahead: number;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  ahead = 0;
  const clock = { now: () => Date.now(), monotonic: () => performance.now() + ahead };
  testGateway = await startTestGateway({ options: { clock }, key: { limits: { concurrency: 5 } } });
});
afterEach(async () => {
  await testGateway.close();
  vi.useRealTimers();
});

/** Asks as a host that stops with the response does: it goes on only for what it was handed. */
async function ask(stream = false) {
  const work: Promise<unknown>[] = [];
  const answer = await testGateway.gateway.fetch(
    new Request('http://parley.test/v1/chat/completions', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${testGateway.secret}`,
      },
      body: JSON.stringify({ ...chatRequest, stream }),
    }),
    { waitUntil: (promise) => work.push(promise) },
  );
  return { answer, ended: () => Promise.all(work) };
}

describe('on a host without timers between requests', () => {
  it('the next request releases reservations of an ended process', async () => {
    const amounts = { nanoUsd: 0, leastNanoUsd: 0, tokens: 0, leastTokens: 0, rateTokens: 0 };
    const { store } = testGateway;
    await store.reserve({
      ...{ id: 'x-gone', keyId: 'key_1', accountId: 'default', owner: 'gone', lifeMs: 0 },
      ...{ limits: { concurrency: 5 }, amounts, last: true },
    });
    expect((await store.checkLedger()).openReservations).toBe(1);
    const { ended } = await ask();
    await ended();
    expect((await store.checkLedger()).openReservations).toBe(0);
  });

  it('a stream that lasts longer than its reservation renews it', async () => {
    const renew = vi.spyOn(testGateway.store, 'renewReservations');
    const first = await ask();
    await first.ended();
    // Such a host ends the timers of a request with it.
    vi.clearAllTimers();
    testGateway.upstream.script(
      reshape(answerWith({ text: ['a', 'b'] }), (each) => stallAfter(each, 2)),
    );
    const { answer, ended } = await ask(true);
    const reader = answer.body?.getReader();
    await reader?.read();
    for (let seconds = 5; seconds <= 60; seconds += 5) {
      ahead += 5_000;
      await vi.advanceTimersByTimeAsync(5_000);
    }
    await reader?.cancel();
    await ended();
    expect(renew.mock.calls.length).toBeGreaterThanOrEqual(3);
    expect(testGateway.store.exchanges).toHaveLength(2);
  });

  it('the next request writes the settlements that wait for the store', async () => {
    const { settle } = testGateway.store;
    const down = vi.spyOn(testGateway.store, 'settle');
    down.mockRejectedValue(new StoreUnavailableError('down'));
    const { ended } = await ask();
    await ended();
    expect(testGateway.store.exchanges).toEqual([]);
    down.mockImplementation(settle);
    ahead += 1_000;
    const next = await ask();
    await next.ended();
    expect(testGateway.store.exchanges).toHaveLength(2);
  });

  it('no timer is left at the end', async () => {
    const { ended } = await ask();
    const { answer, ended: streamed } = await ask(true);
    await answer.text();
    await Promise.all([ended(), streamed()]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('maintenance resolves while the store is down', async () => {
  vi.spyOn(testGateway.store, 'releaseExpired').mockRejectedValue(
    new StoreUnavailableError('down'),
  );
  vi.spyOn(testGateway.store, 'readEntityVersion').mockRejectedValue(
    new StoreUnavailableError('down'),
  );
  await expect(testGateway.gateway.maintain()).resolves.toBeUndefined();
});

function fail(): never {
  throw new Error('no disk');
}

it.each([
  ['throws', fail],
  ['rejects', async () => Promise.resolve().then(fail)],
])('an extension that %s keeps nobody from maintenance or from closing', async (_, failing) => {
  let runs = 0;
  const maintain = async () => void (runs += 1);
  const { gateway, store, log } = await openTestGateway({
    options: { extensions: [() => ({ maintain: failing, close: fail }), () => ({ maintain })] },
  });
  const releaseExpired = vi.spyOn(store, 'releaseExpired');
  await gateway.maintain();
  expect([runs, releaseExpired.mock.calls.length]).toEqual([1, 1]);
  await gateway.close();
  const lines = log.filter((line) => line.includes('extension'));
  expect(lines.join('\n')).toMatch(/^.*recurring work of an extension failed.*\n.*closed.*$/);
});

it('an extension that throws at the end of a request keeps nobody from it', async () => {
  const ended: string[] = [];
  const onEnded = ({ outcome }: { readonly outcome: string }) => void ended.push(outcome);
  const { post, upstream, log } = await openTestGateway({
    options: { extensions: [() => ({ onEnded: fail }), () => ({ onEnded })] },
  });
  upstream.script(answerWith({ text: 'Hi' }));
  const response = await post('/v1/chat/completions', chatRequest);
  expect([response.status, ended]).toEqual([200, ['completed']]);
  expect(log.join('\n')).toContain('An extension failed at the end of a request.');
});
