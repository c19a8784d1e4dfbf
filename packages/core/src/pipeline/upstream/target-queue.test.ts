import { answerWith, failWith, holdHead, reshape, stallBeforeHead } from '@parley/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import {
  chatRequest,
  startTestGateway,
  type TestGateway,
  type TestGatewaySettings,
} from '../../testing/test-gateway.ts';

let testGateway: TestGateway | undefined;
afterEach(async () => {
  await testGateway?.close();
  testGateway = undefined;
});

/** A gateway whose time passes only when a test says so. */
async function arrange(settings: TestGatewaySettings = {}) {
  let time = 0;
  const clock = { now: () => 1_000_000 + time, monotonic: () => time };
  testGateway = await startTestGateway({
    formats: ['chat', 'chat'],
    options: { clock },
    ...settings,
  });
  const { post, upstreams } = testGateway;
  return {
    ...testGateway,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    /** Calls so many times; returns the statuses. */
    call: async (count: number) => {
      const statuses: number[] = [];
      for (let index = 0; index < count; index++) {
        statuses.push((await post('/v1/chat/completions', chatRequest)).status);
      }
      return statuses;
    },
    counts: () => upstreams.map(({ requests }) => requests.length),
  };
}

const limited = failWith(429, { headers: { 'retry-after': '17' } });

describe('a target at its rate limit', () => {
  it('is not called before its limit is reset, while another one answers', async () => {
    const { upstreams, call, counts, pass } = await arrange();
    upstreams[0]?.script(limited);
    expect(await call(8)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(counts()).toEqual([1, 8]);
    pass(17_000);
    upstreams[0]?.script(answerWith({ text: 'Again.' }));
    await call(2);
    expect(counts()).toEqual([3, 8]);
  });

  it('alone, is called all the same, because only the upstream knows whether it answers', async () => {
    const { post, call, counts, pass, upstream, store } = await arrange({ formats: ['chat'] });
    upstream.script(limited);
    expect(await call(1)).toEqual([429]);
    pass(10_000);
    upstream.script(answerWith({ text: 'Yes.' }));
    expect((await post('/v1/chat/completions', chatRequest)).status).toBe(200);
    expect(counts()).toEqual([2]);
    expect(store.exchanges).toMatchObject([{ status: 429 }, { status: 200 }]);
  });

  it('is called at once with another credential', async () => {
    const { gateway, call, counts, upstream } = await arrange({ formats: ['chat'] });
    upstream.script(limited);
    await call(1);
    gateway.reload(
      configurationSchema.parse({
        upstreams: {
          up0: { provider: 'openai', base_url: `${upstream.url}/v1`, credential: 'another-one' },
        },
        models: { m: { targets: [{ upstream: 'up0', model: 'scripted-model' }] } },
      }),
    );
    upstream.script(answerWith({ text: 'Yes.' }));
    expect(await call(1)).toEqual([200]);
    expect(counts()).toEqual([2]);
  });
});

describe('a broken upstream', () => {
  it('is probed by one call before the others trust it again', async () => {
    const { upstreams, call, counts, pass, post } = await arrange();
    const [first] = upstreams;
    first?.script(failWith(500));
    await call(3);
    expect(counts()).toEqual([3, 3]);
    pass(5_000);
    first?.script(reshape(answerWith({ text: 'Back.' }), holdHead));
    const probe = post('/v1/chat/completions', chatRequest);
    await expect.poll(counts).toEqual([4, 3]);
    await call(4);
    expect(counts()).toEqual([4, 7]);
    first?.release();
    expect((await probe).status).toBe(200);
    first?.script(answerWith({ text: 'Back.' }));
    await call(2);
    expect(counts()).toEqual([6, 7]);
  });

  it('is probed by another call when the client of the probe leaves', async () => {
    const { upstreams, call, counts, pass, post } = await arrange();
    const [first] = upstreams;
    first?.script(failWith(500));
    await call(3);
    pass(5_000);
    first?.script(stallBeforeHead());
    const leaving = new AbortController();
    const probe = post('/v1/chat/completions', chatRequest, { signal: leaving.signal });
    await expect.poll(counts).toEqual([4, 3]);
    leaving.abort();
    await probe.catch(() => undefined);
    first?.script(answerWith({ text: 'Back.' }));
    await call(1);
    expect(counts()).toEqual([5, 3]);
  });
});

describe('equal targets', () => {
  const targets = [{ upstream: 'up0' }, { upstream: 'up1' }];
  const configuration = { models: { even: { targets } } };
  const question = { ...chatRequest, model: 'even' };

  it('share the load', async () => {
    const { post, counts } = await arrange({ configuration });
    for (let index = 0; index < 40; index++) await post('/v1/chat/completions', question);
    const [first = 0, second = 0] = counts();
    expect(first + second).toBe(40);
    expect(Math.min(first, second)).toBeGreaterThan(5);
  });

  it('keep a session with one of them', async () => {
    const { post, counts } = await arrange({ configuration });
    const headers = { 'x-session-id': 'session-of-a-test' };
    for (let index = 0; index < 8; index++) {
      await post('/v1/chat/completions', question, { headers });
    }
    expect(counts().toSorted()).toEqual([0, 8]);
  });
});
