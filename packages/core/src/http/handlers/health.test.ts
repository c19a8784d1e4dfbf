import { afterEach, describe, expect, it, vi } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import type { GatewayOptions } from '../../gateway-parts.ts';
import { createMemoryStore } from '../../memory-store/memory-store.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { StoreUnavailableError, type Store } from '../../store/index.ts';
import { chatRequest, type TestGateway } from '../../testing/test-gateway.ts';

afterEach(() => {
  vi.useRealTimers();
});

async function arrange(
  check: Store['check'],
  options: Partial<Pick<GatewayOptions, 'clock'>> = {},
) {
  const store = { ...createMemoryStore(), check };
  const { gateway } = await openTestGateway({ options: { store, ...options } });
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

  it('is not ready while it takes no settlements, though it answers', async () => {
    const { gateway, store, post } = await openTestGateway();
    const { settle } = store;
    Object.assign(store, { settle: () => Promise.reject(new StoreUnavailableError('full')) });
    expect((await post('/v1/chat/completions', chatRequest)).status).toBe(200);
    const response = await gateway.fetch(new Request('http://parley.test/readyz'));
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ checks: { store: 'unavailable', outbox: 'ok' } });
    Object.assign(store, { settle });
    await gateway.close();
  });

  it('waits two seconds for a slow store', async () => {
    let answer = (): void => undefined;
    const ask = await arrange(
      () =>
        new Promise((resolve) => {
          answer = () => {
            resolve(undefined);
          };
        }),
    );
    vi.useFakeTimers();
    const asked = ask();
    await vi.advanceTimersByTimeAsync(1_999);
    answer();
    expect((await asked).status).toBe(200);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('says so in time when the store never answers', async () => {
    const ask = await arrange(() => new Promise(() => undefined));
    vi.useFakeTimers();
    const asked = ask();
    await vi.advanceTimersByTimeAsync(2_000);
    const response = await asked;
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ checks: { store: 'unavailable' } });
  });
});

it('asks the store twice a second, however often it is asked itself', async () => {
  let time = 0;
  const check = vi.fn(async (): Promise<void> => undefined);
  const clock = { now: () => time, monotonic: () => time };
  const ask = await arrange(check, { clock });
  for (time = 0; time < 1_000; time += 50) expect((await ask()).status).toBe(200);
  expect(check).toHaveBeenCalledTimes(2);
  check.mockRejectedValue(new StoreUnavailableError('down'));
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ status }) => status)).toEqual([503, 200, 200]);
  expect((await ask()).status).toBe(503);
});

describe('a gateway that can serve', () => {
  const read = async (running: TestGateway, path: string) => {
    const response = await running.gateway.fetch(new Request(`http://parley.test${path}`));
    return [response.status, await response.json()] as const;
  };

  it('is healthy and ready', async () => {
    const testGateway = await openTestGateway();
    expect(await read(testGateway, '/healthz')).toEqual([200, { status: 'ok' }]);
    const checks = { accepting: 'ok', store: 'ok', outbox: 'ok', upstreams: 'ok' };
    expect(await read(testGateway, '/readyz')).toEqual([200, { status: 'ok', checks }]);
  });

  it('is not ready without an upstream, nor while it closes, but healthy', async () => {
    const testGateway = await openTestGateway();
    testGateway.gateway.reload(configurationSchema.parse({}));
    const checks = { accepting: 'ok', store: 'ok', outbox: 'ok', upstreams: 'none' };
    const status = 'unavailable';
    expect(await read(testGateway, '/readyz')).toEqual([503, { status, checks }]);
    await testGateway.gateway.close();
    expect(await read(testGateway, '/readyz')).toMatchObject([
      ...[503, { checks: { accepting: 'draining' } }],
    ]);
    expect((await read(testGateway, '/healthz'))[0]).toBe(200);
  });

  it('is not ready once it is announced to close, and serves until then', async () => {
    const testGateway = await openTestGateway();
    testGateway.gateway.announceClose();
    expect(await read(testGateway, '/readyz')).toMatchObject([
      ...[503, { checks: { accepting: 'draining' } }],
    ]);
    expect((await testGateway.post('/v1/chat/completions', chatRequest)).status).toBe(200);
  });
});
