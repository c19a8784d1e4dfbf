import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import { StoreUnavailableError, type Store } from '../store/index.ts';

let testGateway: TestGateway | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await testGateway?.close();
});

async function arrange(check: Store['check']) {
  testGateway = await startTestGateway({ options: { store: { ...createMemoryStore(), check } } });
  const { gateway } = testGateway;
  return () => gateway.fetch(new Request('http://parley.test/readyz'));
}

describe('a gateway whose store cannot serve', () => {
  it.each([
    [new StoreUnavailableError('locked', { fault: 'locked' }), 'locked'],
    [new StoreUnavailableError('full', { fault: 'full' }), 'full'],
    [new StoreUnavailableError('at /var/lib/parley'), 'unavailable'],
    [new Error('at /var/lib/parley'), 'unavailable'],
  ])('is not ready by %s, and says only what is wrong', async (error, state) => {
    const ask = await arrange(() => Promise.reject(error));
    const response = await ask();
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      status: 'unavailable',
      checks: { accepting: 'ok', store: state, outbox: 'ok', upstreams: 'ok' },
    });
  });

  it('says so in time when the store never answers', async () => {
    const ask = await arrange(() => new Promise(() => undefined));
    vi.useFakeTimers();
    const asked = ask();
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await asked).status).toBe(503);
  });
});
