import { answerWith } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { formatClients, formats } from '../../testing/format-clients.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { callName, chatRequest, messagesRequest } from '../../testing/test-gateway.ts';

const further = {
  models: ['another/dearer'],
  fallbacks: [{ model: 'another/dearer' }],
  providerOptions: { gateway: { models: ['another/dearer'] } },
};

/** A service that routes requests and speaks two formats. */
const router = { provider: 'openrouter' };

describe('a request that names further models', () => {
  it.each(formats)('of a %s client runs only the one that its key may use', async (format) => {
    const upstream = format === 'gemini' ? {} : router;
    const opened = await openTestGateway({ formats: [format], upstream });
    opened.upstream.script(answerWith({ text: 'Fine.' }));
    const { path, ask } = formatClients[format];
    const response = await opened.post(path, { ...ask(100, false), ...further, x_other: 1 });
    expect(response.status).toBe(200);
    expect(response.headers.get('parley-translation')).toBe('lossy');
    const sent = JSON.stringify(opened.upstream.requests[0]?.body);
    expect(sent).not.toContain('dearer');
    expect(sent).toContain('x_other');
    expect(opened.store.exchanges[0]?.notes).toMatchObject(
      Object.keys(further).map((path) => ({ path, action: 'dropped' })),
    );
  });

  it('runs only that one when the request is written anew for its format', async () => {
    const { post, upstream } = await openTestGateway({
      ...{ upstream: router, model: 'gpt-5' },
      group: { tiers: [{ match: 'exact', name: 't', to: callName, effort: 'high' }] },
    });
    upstream.script(answerWith({ text: 'Fine.' }));
    await post('/v1/chat/completions', { ...chatRequest, model: 't', ...further });
    expect(upstream.requests[0]?.body).toMatchObject({ model: 'gpt-5', reasoning_effort: 'high' });
    expect(JSON.stringify(upstream.requests[0]?.body)).not.toContain('dearer');
  });

  it('runs only that one for embeddings, too', async () => {
    const { post, upstream } = await openTestGateway({ upstream: router });
    await post('/v1/embeddings', { model: callName, input: 'Hi', ...further });
    expect(upstream.requests[0]?.body).toEqual({ model: 'scripted-model', input: 'Hi' });
  });

  it.each(['true', 'True'])('is refused when its client accepts no loss: %s', async (strict) => {
    const { post, upstream } = await openTestGateway({ upstream: router });
    const headers = { 'parley-strict': strict };
    const response = await post(
      '/v1/chat/completions',
      { ...chatRequest, ...further },
      { headers },
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param: 'models' } });
    expect(upstream.requests).toEqual([]);
  });
});

describe('a field with the name of one for further models', () => {
  it('is sent unchanged when it is a part of the format, and the upstream the vendor', async () => {
    const { post, upstream, store } = await openTestGateway({ formats: ['messages'] });
    const { fallbacks } = further;
    await post('/v1/messages', { ...messagesRequest, fallbacks });
    expect(upstream.requests[0]?.body).toMatchObject({ fallbacks });
    expect(store.exchanges[0]?.notes).toEqual([]);
  });

  it('is sent unchanged when it names no models', async () => {
    const { post, upstream, store } = await openTestGateway({ upstream: router });
    const providerOptions = { gateway: { sort: 'cost' } };
    await post('/v1/chat/completions', { ...chatRequest, providerOptions });
    expect(upstream.requests[0]?.body).toMatchObject({ providerOptions });
    expect(store.exchanges[0]?.notes).toEqual([]);
  });
});
