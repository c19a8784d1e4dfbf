import {
  answerWith,
  failWith,
  holdHead,
  reshape,
  stallBeforeHead,
  withHeaders,
} from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { chatRequest, type TestGatewaySettings } from '../../testing/test-gateway.ts';

/** A gateway whose time passes only when a test says so. */
async function arrange(settings: TestGatewaySettings = {}) {
  let time = 0;
  const clock = { now: () => 1_000_000 + time, monotonic: () => time };
  const testGateway = await openTestGateway({
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

  it('alone, is asked once more and then refused with what is left of the wait', async () => {
    const other = { targets: [{ upstream: 'up0', model: 'scripted-model' }] };
    const { post, call, counts, pass, upstream, store } = await arrange({
      formats: ['chat'],
      configuration: { models: { other } },
    });
    const headers = { 'retry-after': '17' };
    upstream.script(failWith(429, { headers, message: 'Slow down, organization.' }));
    expect(await call(8)).toEqual(Array.from({ length: 8 }, () => 429));
    expect(counts()).toEqual([2]);
    pass(9_999);
    const response = await post('/v1/chat/completions', chatRequest);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('8');
    expect(response.headers.get('x-should-retry')).toBe('true');
    expect(await response.json()).toMatchObject({ error: { message: 'Slow down, organization.' } });
    const second = await post('/v1/chat/completions', { ...chatRequest, model: 'other' });
    expect(second.status).toBe(429);
    expect(await second.json()).toMatchObject({
      error: {
        message: 'The rate limit of the upstream is reached.',
        ...{ type: 'rate_limit_error', code: 'upstream_rate_limited' },
      },
    });
    expect(counts()).toEqual([2]);
    expect(store.exchanges.at(-1)).toMatchObject({ attempts: 0, status: 429 });
    pass(7_001);
    upstream.script(answerWith({ text: 'Again.' }));
    expect(await call(3)).toEqual([200, 200, 200]);
  });

  it('alone, is called as before when a call after the refused one is answered', async () => {
    const { call, counts, upstream } = await arrange({ formats: ['chat'] });
    for (let round = 0; round < 3; round++) {
      upstream.script(limited);
      expect(await call(1)).toEqual([429]);
      upstream.script(answerWith({ text: 'This one fits.' }));
      expect(await call(1)).toEqual([200]);
    }
    expect(counts()).toEqual([6]);
  });

  it('alone, is called each time when it does not state how long to wait', async () => {
    const { call, counts, upstream } = await arrange({ formats: ['chat'] });
    upstream.script(failWith(429));
    expect(await call(4)).toEqual([429, 429, 429, 429]);
    expect(counts()).toEqual([4]);
  });

  it('is asked once more if all others cool down too, and then not before the first of them is reset', async () => {
    const { post, call, counts, upstreams } = await arrange();
    upstreams[0]?.script(limited);
    upstreams[1]?.script(failWith(429, { headers: { 'retry-after': '9' } }));
    expect(await call(4)).toEqual([429, 429, 429, 429]);
    expect(counts()).toEqual([2, 2]);
    const response = await post('/v1/chat/completions', chatRequest);
    expect(response.headers.get('retry-after')).toBe('9');
  });

  it('is not called before its reset when its last answer said that nothing is left', async () => {
    const { upstreams, call, counts, pass } = await arrange();
    const headers = {
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '1m10s',
    };
    upstreams[0]?.script(
      reshape(answerWith({ text: 'x' }), (answer) => withHeaders(answer, headers)),
    );
    expect(await call(3)).toEqual([200, 200, 200]);
    expect(counts()).toEqual([1, 2]);
    pass(70_000);
    await call(1);
    expect(counts()).toEqual([2, 2]);
  });

  it('alone, is called all the same when its last answer said that nothing is left', async () => {
    const { upstream, call, counts } = await arrange({ formats: ['chat'] });
    const headers = { 'ratelimit-remaining': '0', 'ratelimit-reset': '70' };
    upstream.script(reshape(answerWith({ text: 'x' }), (answer) => withHeaders(answer, headers)));
    expect(await call(3)).toEqual([200, 200, 200]);
    expect(counts()).toEqual([3]);
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
