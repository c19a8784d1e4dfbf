import { failWith, rawReply } from '@parley/testkit';
import { describe, expect, it, vi } from 'vitest';
import { id, openBackgroundGateway } from '../../testing/background-gateway.ts';
import type { UpstreamCall, UpstreamTransport } from '../../ports.ts';

const json = { 'content-type': 'application/json' };

describe('the upstream of a background response', () => {
  it('is asked with its own headers, credential and address', async () => {
    const { begin, call, upstream } = await openBackgroundGateway({
      upstream: { headers: { 'X-Project': 'p1', 'User-Agent': 'theirs' } },
      options: { version: '7.1' },
    });
    await begin();
    await call('GET', `/${id}`);
    await call('POST', `/${id}/cancel`);
    const [, asked, cancelled] = upstream.requests;
    expect([asked?.method, cancelled?.method]).toEqual(['GET', 'POST']);
    expect(asked?.target).toBe(`/v1/responses/${id}`);
    expect(asked?.headers).toMatchObject({
      ...{ accept: 'application/json', 'accept-encoding': 'identity' },
      ...{ authorization: 'Bearer credential-of-ours', 'x-project': 'p1', 'user-agent': 'theirs' },
    });
  });

  it('is told the version of the gateway, and that events are wanted', async () => {
    const { begin, send, upstream } = await openBackgroundGateway({ options: { version: '7.1' } });
    await begin();
    await (await send('GET', `/${id}?stream=true`)).text();
    expect(upstream.requests[1]?.headers).toMatchObject({
      ...{ accept: 'text/event-stream', 'user-agent': 'parley/7.1' },
    });
    expect(upstream.requests[1]?.target).toBe(`/v1/responses/${id}?stream=true`);
  });

  it.each([
    [failWith(400, { message: 'No such thing.' }), 400, 'No such thing.'],
    [rawReply(400, { 'content-type': 'text/plain' }, 'No such thing.'), 400, 'No such thing.'],
    [rawReply(200, json, '[]'), 502, 'no usable response'],
    [rawReply(200, json, '{'), 502, 'no usable response'],
    [rawReply(204, {}), 502, ''],
  ])('that fails (%#) is an error of the client', async (script, status, message) => {
    const { begin, send, upstream, store } = await openBackgroundGateway();
    await begin();
    upstream.script(script);
    const response = await send('GET', `/${id}`);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(message);
    expect(store.exchanges).toEqual([]);
  });

  it('that sends more than a reply may have is an error of the client', async () => {
    const limits = { replyBytes: 2_000 };
    const { begin, send, remote, upstream } = await openBackgroundGateway({ options: { limits } });
    await begin();
    const text = JSON.stringify({ ...remote.now, metadata: {} });
    upstream.script(rawReply(200, json, text + ' '.repeat(2_000 - text.length)));
    expect((await send('GET', `/${id}`)).status).toBe(200);
    upstream.script(rawReply(200, json, text + ' '.repeat(2_001 - text.length)));
    const response = await send('GET', `/${id}`);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ error: { code: 'upstream_bad_answer' } });
  });

  it('has half a minute to answer, and its connection is released then', async () => {
    const { begin, send, gateway, upstream } = await openBackgroundGateway();
    await begin();
    const calls: UpstreamCall[] = [];
    let cancelled = 0;
    const transport: UpstreamTransport = {
      send(call) {
        calls.push(call);
        const body = {
          read: () => Promise.reject(new Error('connect 10.0.0.1')),
          cancel: () => {
            cancelled++;
          },
        };
        return Promise.resolve({ status: 200, headers: new Headers(), body });
      },
      close: () => Promise.resolve(),
    };
    const remote = gateway.describe().upstreams.get('up0');
    Object.assign(remote ?? {}, { transport });
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const response = await send('GET', `/${id}`);
    expect(timeout.mock.calls).toEqual([[30_000]]);
    timeout.mockRestore();
    expect(response.status).toBe(502);
    const text = await response.text();
    expect(text).toContain('upstream_unreachable');
    expect(text).not.toContain('10.0.0.1');
    expect(calls).toHaveLength(1);
    expect(cancelled).toBe(1);
    expect(upstream.requests).toHaveLength(1);
  });
});
