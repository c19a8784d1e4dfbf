import {
  createAnswer,
  errorEvent,
  jsonReply,
  rawReply,
  rawStream,
  stallAfter,
  stallBeforeHead,
} from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import {
  events,
  id,
  openBackgroundGateway,
  question,
  stateOf,
} from '../../testing/background-gateway.ts';
import { callName } from '../../testing/test-gateway.ts';

const stream = { 'content-type': 'text/event-stream' };

describe('a background response that is streamed again', () => {
  it('has all events without a position, with the name that its client used', async () => {
    const { begin, send, upstream, log } = await openBackgroundGateway();
    await begin();
    upstream.next(rawStream(events.join('')));
    const response = await send('GET', `/${id}?stream=true`);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text.match(/"sequence_number"/g)).toHaveLength(events.length);
    expect(text).toContain(`"model":"${callName}"`);
    expect(text).not.toContain('scripted-model');
    expect(log.join('\n')).not.toContain('could not be asked for');
  });

  it('shows the response that it continues, which its upstream never received', async () => {
    const { begin, call, send, upstream, remote } = await openBackgroundGateway();
    remote.now = stateOf('completed', { id: 'resp_first' });
    await begin({ model: callName, input: 'Hi', background: true });
    remote.now = stateOf('queued');
    const next = { ...question, previous_response_id: 'resp_first' };
    expect(await begin(next)).toMatchObject({ previous_response_id: 'resp_first' });
    expect(await call('GET', `/${id}`)).toMatchObject({ previous_response_id: 'resp_first' });
    upstream.next(rawStream(events.join('')));
    const text = await (await send('GET', `/${id}?stream=true`)).text();
    expect(text.match(/"previous_response_id":"resp_first"/g)).toHaveLength(4);
  });

  it('is as its upstream sends it when it continues nothing', async () => {
    const { begin, send, upstream } = await openBackgroundGateway();
    await begin();
    upstream.next(rawStream(events.join('')));
    const text = await (await send('GET', `/${id}?stream=true`)).text();
    expect(text.match(/"previous_response_id":null/g)).toHaveLength(4);
  });

  it('is an error where its upstream answers with something else', async () => {
    const { begin, send, upstream } = await openBackgroundGateway();
    await begin();
    upstream.next(jsonReply(stateOf('queued')));
    const response = await send('GET', `/${id}?stream=true`);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ error: { code: 'upstream_bad_answer' } });
  });

  it.each<Record<string, string>>([{}, { 'content-type': 'Text/Event-Stream; charset=utf-8' }])(
    'is one whatever its upstream calls it: %j',
    async (headers) => {
      const { begin, send, upstream } = await openBackgroundGateway();
      await begin();
      upstream.next(rawReply(200, headers, events.join('')));
      expect((await send('GET', `/${id}?stream=true`)).status).toBe(200);
    },
  );

  it('is an error where its events begin with one', async () => {
    const { begin, send, upstream } = await openBackgroundGateway();
    await begin();
    upstream.next(
      errorEvent(rawStream(events.join('')), { after: 0, dialect: 'openai-responses' }),
    );
    const response = await send('GET', `/${id}?stream=true`);
    expect(response.status).toBe(502);
    expect(await response.json()).toHaveProperty('error.message');
  });

  it('is left at its upstream when it is an error', async () => {
    const { begin, send, upstream } = await openBackgroundGateway();
    await begin();
    upstream.next(stallAfter(createAnswer({ body: '{}', framing: 'chunked' }), 1));
    expect((await send('GET', `/${id}?stream=true`)).status).toBe(502);
    await upstream.whenClientLeft(1);
  });

  it('is not charged by a stream that breaks, and counts no longer as a running request', async () => {
    const limits = { exchanges: 1 };
    const { begin, send, upstream, store, remote } = await openBackgroundGateway({
      options: { limits },
    });
    await begin();
    for (let round = 0; round < 2; round++) {
      upstream.next(rawReply(200, stream, events.slice(0, 6).join('')));
      const response = await send('GET', `/${id}?stream=true`);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('event: error');
    }
    upstream.next(jsonReply({}));
    expect((await send('GET', `/${id}?stream=true`)).status).toBe(502);
    remote.now = stateOf('completed');
    expect(store.exchanges).toEqual([]);
    upstream.next(rawReply(200, stream, events.join('')));
    expect((await send('GET', `/${id}?stream=true`)).status).toBe(200);
  });

  it('ends although its end cannot be asked for, which is logged', async () => {
    const { begin, send, upstream, store, log } = await openBackgroundGateway();
    await begin();
    upstream.script(jsonReply([]));
    upstream.next(rawStream(events.join('')));
    const text = await (await send('GET', `/${id}?stream=true`)).text();
    expect(text).toContain('response.completed');
    expect(store.exchanges).toEqual([]);
    const line = log.find((one) => one.includes('could not be asked for')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ response_id: id, key_id: 'key_1' });
  });

  it('is not waited for when its upstream does not begin to answer', async () => {
    const { begin, send, upstream } = await openBackgroundGateway({
      upstream: { first_byte_timeout: 0.05 },
    });
    await begin();
    upstream.script(stallBeforeHead());
    const response = await send('GET', `/${id}?stream=true`);
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ error: { code: 'first_byte_timeout' } });
  });

  it('is not available from an upstream that has another format now', async () => {
    const { begin, send, call, gateway, upstream } = await openBackgroundGateway();
    await begin();
    const up0 = { provider: 'openai', dialect: 'openai-chat', base_url: `${upstream.url}/v1` };
    gateway.reload(configurationSchema.parse({ upstreams: { up0 } }));
    const response = await send('GET', `/${id}?stream=true`);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ error: { code: 'upstream_not_configured' } });
    expect(await call('GET', `/${id}`)).toMatchObject({ status: 'queued' });
    expect(upstream.requests).toHaveLength(1);
  });
});
