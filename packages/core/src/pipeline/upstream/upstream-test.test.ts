import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { createSnapshot } from '../../models/routing/snapshot.ts';
import type { UpstreamResponse, UpstreamCall, UpstreamTransport } from '../../ports.ts';
import { testUpstream } from './upstream-test.ts';

const credential = 'sk-of-nobody-0123456789';

interface Script {
  readonly status?: number;
  readonly text?: string;
  readonly headers?: Record<string, string>;
  /** Instead of a response. */
  readonly send?: UpstreamTransport['send'];
}

async function test({ status = 200, text = '', headers = {}, send }: Script, timeoutMs?: number) {
  const { upstreams } = createSnapshot(
    configurationSchema.parse({
      upstreams: {
        up: { provider: 'openai-compatible', base_url: 'http://up.test/v1', credential },
      },
    }),
  );
  const upstream = upstreams.get('up');
  if (upstream === undefined) throw new Error('The upstream is not configured.');
  const calls: UpstreamCall[] = [];
  const state = { cancelled: 0, time: 7 };
  const answer = (): UpstreamResponse => {
    const left = [new TextEncoder().encode(text)];
    const cancel = () => {
      state.cancelled++;
    };
    const body = { read: () => Promise.resolve(left.shift()), cancel };
    return { status, headers: new Headers(headers), body };
  };
  const transport: UpstreamTransport = {
    send(call) {
      calls.push(call);
      state.time += 12.4;
      return send?.(call) ?? Promise.resolve(answer());
    },
    close: () => Promise.resolve(),
  };
  const clock = { now: () => 0, monotonic: () => state.time };
  const options = { transport, clock, ...(timeoutMs !== undefined && { timeoutMs }) };
  return { ...(await testUpstream(upstream, options)), calls, state, upstream, options };
}

const list = JSON.stringify({ data: [{ id: 'a' }, { id: `b-${credential}` }] });

describe('the test of an upstream', () => {
  it('lists its models with its credential, which is masked in their names', async () => {
    const tested = await test({ text: list });
    expect(tested.error).toBeUndefined();
    expect(tested).toMatchObject({
      ...{ status: 200, durationMs: 12, list: { names: ['a', 'b-[redacted]'] } },
    });
    expect(tested.list?.models.map(({ name }) => name)).toEqual(['a', `b-${credential}`]);
    expect(tested.calls).toMatchObject([
      {
        ...{ method: 'GET', url: 'http://up.test/v1/models?limit=1000' },
        headers: { authorization: `Bearer ${credential}` },
      },
    ]);
    expect(tested.state.cancelled).toBe(1);
  });

  it.each([
    [204, list, 'upstream_bad_answer'],
    [299, list, 'upstream_bad_answer'],
    [300, list, 'upstream_redirect'],
    [399, list, 'upstream_redirect'],
    [200, '<html>', 'upstream_bad_answer'],
  ])('that is answered %i %s is no list of models: %s', async (status, text, reason) => {
    const { error, ...tested } = await test({ status, text });
    expect(tested.status).toBe(status);
    expect(error).toMatchObject({ code: 'upstream-unavailable', reason, upstreamStatus: status });
    expect(error?.message).toBe('The response is not a list of models.');
    expect(tested.list).toBeUndefined();
    expect(tested.state.cancelled).toBe(1);
  });

  it.each([
    [400, JSON.stringify({ error: { message: `No ${credential}.` } }), 'No [redacted].'],
    [500, `Broken: ${credential}`, 'Broken: [redacted]'],
  ])('that is answered %i %s shows the error without a secret', async (status, text, shown) => {
    const { error, ...tested } = await test({ status, text });
    expect(error?.message).toContain(shown);
    expect(error).toMatchObject({ upstreamStatus: status });
    expect(tested.status).toBe(status);
  });

  it('refuses a list of more than a mebibyte', async () => {
    const { error } = await test({ text: ' '.repeat(1024 * 1024 + 1) });
    expect(error).toMatchObject({ code: 'upstream-unavailable', upstreamStatus: 200 });
    expect(error?.message).toBe('The upstream response is too large.');
  });

  it('ends when the upstream takes too long', async () => {
    const { error, ...tested } = await test({ send: () => new Promise(() => undefined) }, 20);
    expect(error).toMatchObject({ code: 'upstream-timeout' });
    expect(error?.message).toBe('The upstream did not answer in time.');
    expect(tested).not.toHaveProperty('status');
  });

  it('says that the upstream cannot be reached', async () => {
    const { error } = await test({ send: () => Promise.reject(new Error('connect 10.0.0.1')) });
    expect(error).toMatchObject({ code: 'upstream-unavailable', reason: 'upstream_unreachable' });
    expect(error?.message).not.toContain('10.0.0.1');
  });

  it('says that an upstream has no base URL', async () => {
    const { upstream, options, calls } = await test({ text: list });
    const { error } = await testUpstream({ ...upstream, baseUrls: {} }, options);
    expect(error).toMatchObject({ code: 'upstream-unavailable' });
    expect(error?.message).toBe('The upstream has no base URL.');
    expect(calls).toHaveLength(1);
  });

  it('uses the transport of a built-in provider', async () => {
    const { upstream, options } = await test({ text: list });
    const refuse = {
      send: () => Promise.reject(new Error('unused')),
      close: () => Promise.resolve(),
    };
    const own = { ...upstream, transport: options.transport };
    const tested = await testUpstream(own, { ...options, transport: refuse });
    expect(tested.list?.names).toHaveLength(2);
  });
});
