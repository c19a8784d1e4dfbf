import { noUsage } from '@parley/protocol';
import { answerWith, failWith, jsonReply, rawReply } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { callName, chatRequest, messagesRequest } from '../../testing/test-gateway.ts';

const { max_tokens: _, ...countRequest } = messagesRequest;

describe('counting tokens', () => {
  it('is rejected as specified for a group of the chat-completions family, without any upstream', async () => {
    const { post, upstream, store } = await openTestGateway({
      formats: ['messages'],
      group: { family: 'chat-completions' },
    });
    const response = await post('/v1/messages/count_tokens', countRequest);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      type: 'error',
      error: {
        type: 'not_found_error',
        message: 'Token counting is not supported for this platform',
      },
    });
    expect(upstream.requests).toHaveLength(0);
    expect(store.exchanges).toHaveLength(0);
  });

  it.each(['messages', 'gemini', 'responses'] as const)(
    'asks an upstream that speaks %s and leaves no record',
    async (format) => {
      const { post, upstream, store } = await openTestGateway({ formats: [format] });
      const response = await post('/v1/messages/count_tokens', countRequest);
      expect(await response.json()).toEqual({ input_tokens: 12 });
      expect(upstream.requests).toHaveLength(1);
      expect(store.exchanges).toHaveLength(0);
    },
  );

  it.each([
    ['without a model', {}],
    ['of a model that nobody has', { ...countRequest, model: 'nope' }],
    ['that is no JSON', '{'],
  ])('is refused to that family whatever it asks, as with a body %s', async (_name, body) => {
    const { post } = await openTestGateway({ group: { family: 'chat-completions' } });
    const response = await post('/v1/messages/count_tokens', body);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Token counting is not supported for this platform');
  });

  it.each(['/v1/responses/input_tokens', `/v1beta/models/${callName}:countTokens`])(
    'is refused to that family at %s in the words of its dialect',
    async (path) => {
      const { post } = await openTestGateway({ group: { family: 'chat-completions' } });
      const response = await post(path, { model: callName, input: 'Hi', contents: [] });
      expect(response.status).toBe(404);
      const body: unknown = await response.json();
      expect(body).not.toHaveProperty('type');
      if (path.startsWith('/v1/'))
        expect(body).toMatchObject({ error: { code: 'token_counting_not_supported' } });
    },
  );

  it('tells clients of the refusal not to try again', async () => {
    const { post } = await openTestGateway({ group: { family: 'chat-completions' } });
    const response = await post('/v1/messages/count_tokens', countRequest);
    expect(response.headers.get('x-should-retry')).toBe('false');
  });

  it.each([404, 405])(
    'is an estimate from then on once the upstream answers %i',
    async (status) => {
      const { post, upstream } = await openTestGateway({ formats: ['messages'] });
      upstream.script(failWith(status));
      for (let round = 0; round < 2; round++) {
        const response = await post('/v1/messages/count_tokens', countRequest);
        expect(response.status).toBe(200);
        expect(response.headers.get('parley-token-count')).toMatch(/^estimated; error=\d+%$/);
      }
      expect(upstream.requests).toHaveLength(1);
    },
  );

  it('is an estimate for a model that the upstream does not have, which is asked for others', async () => {
    const { post, upstream } = await openTestGateway({ formats: ['messages'] });
    upstream.script(failWith(404, { message: 'model: scripted-model' }));
    const missing = await post('/v1/messages/count_tokens', countRequest);
    expect(missing.headers.get('parley-token-count')).toMatch(/^estimated/);
    upstream.script(jsonReply({ input_tokens: 7 }));
    const response = await post('/v1/messages/count_tokens', countRequest);
    expect(await response.json()).toEqual({ input_tokens: 7 });
  });

  it.each([400, 403])(
    'fails as the upstream fails with %i, which is asked again',
    async (status) => {
      const { post, upstream } = await openTestGateway({ formats: ['messages'] });
      upstream.script(failWith(status));
      for (let round = 0; round < 2; round++) {
        const response = await post('/v1/messages/count_tokens', countRequest);
        expect(response.status).toBeGreaterThanOrEqual(400);
        expect(response.headers.get('parley-token-count')).toBeNull();
      }
      expect(upstream.requests.length).toBeGreaterThanOrEqual(2);
    },
  );

  it.each(['{"input_tokens":"many"}', '{}', '[]', '{'])(
    'fails when the upstream answers %s',
    async (text) => {
      const { post, upstream } = await openTestGateway({ formats: ['messages'] });
      upstream.script(rawReply(200, { 'content-type': 'application/json' }, text));
      const response = await post('/v1/messages/count_tokens', countRequest);
      expect(response.status).toBe(502);
    },
  );

  it('fails when the upstream answers with more than an error may have', async () => {
    const limits = { errorBytes: 30 };
    const { post, upstream } = await openTestGateway({
      formats: ['messages'],
      options: { limits },
    });
    const json = { 'content-type': 'application/json' };
    upstream.script(rawReply(200, json, '{"input_tokens":5}'.padEnd(30)));
    expect((await post('/v1/messages/count_tokens', countRequest)).status).toBe(200);
    upstream.script(rawReply(200, json, '{"input_tokens":5}'.padEnd(31)));
    expect((await post('/v1/messages/count_tokens', countRequest)).status).toBe(502);
  });

  it('sends the client’s own text to an upstream of its format, with the upstream’s model', async () => {
    const { post, upstream } = await openTestGateway({ formats: ['messages'] });
    const text = JSON.stringify(countRequest, undefined, 3);
    await post('/v1/messages/count_tokens', text);
    expect(upstream.requests[0]?.target).toBe('/v1/messages/count_tokens');
    expect(upstream.requests[0]?.text).toBe(text.replace(`"${callName}"`, '"scripted-model"'));
  });

  it.each([
    ['responses', '/v1/responses/input_tokens'],
    ['gemini', '/v1beta/models/scripted-model:countTokens'],
  ] as const)('is translated for an upstream of %s', async (format, target) => {
    const { post, upstream } = await openTestGateway({ formats: [format] });
    await post('/v1/messages/count_tokens', countRequest);
    expect(upstream.requests[0]?.target).toBe(target);
    expect(upstream.requests[0]?.text).toContain('Hi');
    expect(upstream.requests[0]?.text).not.toContain('max_tokens');
  });

  it.each([
    ['/v1/messages/count_tokens', countRequest],
    ['/v1/responses/input_tokens', { model: callName, input: 'Hi' }],
  ])(
    'asks an upstream that counts in several formats at %s as its client did',
    async (path, body) => {
      const { post, upstream, gateway } = await openTestGateway({ formats: ['messages'] });
      const addresses = {
        'anthropic-messages': upstream.url,
        'openai-responses': `${upstream.url}/v1`,
      };
      const target = { upstream: 'up0', model: 'scripted-model' };
      gateway.reload(
        configurationSchema.parse({
          upstreams: { up0: { provider: 'anthropic', base_url: addresses, models: [] } },
          models: { [callName]: { targets: [target] } },
        }),
      );
      expect((await post(path, body)).status).toBe(200);
      expect(upstream.requests.map((request) => request.target)).toEqual([path]);
    },
  );

  it('asks for JSON also where its client asks for a stream of the reply', async () => {
    const { post, upstream } = await openTestGateway({ formats: ['messages'] });
    await post('/v1/messages/count_tokens', { ...countRequest, stream: true });
    expect(upstream.requests[0]?.headers['accept']).toBe('application/json');
  });

  it.each([undefined, 'messages'] as const)(
    'is an estimate before an upstream that cannot count, for a group of the family %s',
    async (family) => {
      const { post, upstream } = await openTestGateway({
        formats: ['chat'],
        group: family === undefined ? {} : { family },
      });
      const response = await post('/v1/messages/count_tokens', countRequest);
      expect(response.status).toBe(200);
      expect(response.headers.get('parley-token-count')).toMatch(/^estimated/);
      expect(upstream.requests).toHaveLength(0);
    },
  );

  it.each(['chat', 'messages'] as const)(
    'is an estimate with its error if the group configures it (%s upstream)',
    async (format) => {
      const { post, upstream } = await openTestGateway({
        formats: [format],
        group: { count_tokens: 'estimate' },
      });
      const response = await post('/v1/messages/count_tokens', countRequest);
      expect(response.headers.get('parley-token-count')).toMatch(/^estimated; error=\d+%$/);
      expect(((await response.json()) as { input_tokens: number }).input_tokens).toBeGreaterThan(0);
      expect(upstream.requests).toHaveLength(0);
    },
  );
});

describe('a reply', () => {
  it('may name its content type in any case', async () => {
    const { post, upstream } = await openTestGateway({});
    const chunk = { choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] };
    const events = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
    upstream.script(rawReply(200, { 'content-type': 'Text/Event-Stream; charset=utf-8' }, events));
    const response = await post('/v1/chat/completions', { ...chatRequest, stream: true });
    expect(await response.text()).toContain('"content":"Hi"');
  });
});

describe('the query of a caller', () => {
  it('goes to an upstream of the same format, and to no other', async () => {
    for (const [format, sent] of [
      ['messages', '/v1/messages?beta=true'],
      ['chat', '/v1/chat/completions'],
    ] as const) {
      const { post, upstream } = await openTestGateway({ formats: [format] });
      upstream.script(answerWith({ text: 'Fine.' }));
      expect((await post('/v1/messages?beta=true', messagesRequest)).status).toBe(200);
      expect(upstream.requests[0]?.target).toBe(sent);
    }
  });
});

describe('what a translation loses', () => {
  const lossy = { ...chatRequest, logit_bias: { '50256': -100 } };

  it('is summarized always, listed on request, and recorded', async () => {
    const { post, store } = await openTestGateway({ formats: ['messages'] });
    const response = await post('/v1/chat/completions', lossy, {
      headers: { 'parley-explain': 'notes' },
    });
    expect(response.headers.get('parley-translation')).toBe('lossy');
    const { notes } = JSON.parse(response.headers.get('parley-notes') ?? '') as {
      notes: { path: string; action: string; reason: string }[];
    };
    const lost = notes.filter(({ action }) => action === 'dropped').map(({ path }) => path);
    expect(lost.join()).toContain('logit');
    expect(store.exchanges[0]?.notes.length).toBeGreaterThanOrEqual(notes.length);
  });

  it('is listed as far as a header may go, and the rest is counted', async () => {
    const { post, store } = await openTestGateway({ formats: ['messages'] });
    const messages = Array.from({ length: 120 }, () => ({
      ...{ role: 'user', name: 'somebody', content: 'Hi' },
    }));
    const response = await post(
      '/v1/chat/completions',
      { ...lossy, messages },
      { headers: { 'parley-explain': 'notes' } },
    );
    const text = response.headers.get('parley-notes') ?? '';
    const { notes, missing } = JSON.parse(text) as { notes: unknown[]; missing: number };
    expect(text.length).toBeLessThanOrEqual(4_096);
    expect(text.length).toBeGreaterThan(1_500);
    expect(missing).toBeGreaterThan(0);
    expect(notes.length + missing).toBe(122);
    expect(store.exchanges[0]?.notes).toHaveLength(101);
  });

  it('is not listed by default', async () => {
    const { post } = await openTestGateway({ formats: ['messages'] });
    const response = await post('/v1/chat/completions', lossy);
    expect(response.headers.get('parley-notes')).toBeNull();
  });

  it('is rejected in strict mode, before any upstream is called', async () => {
    const { post, upstream } = await openTestGateway({ formats: ['messages'] });
    const response = await post('/v1/chat/completions', lossy, {
      headers: { 'parley-strict': 'true' },
    });
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect(error.code).toBe('lossy_translation');
    expect(error.message).toContain('logit');
    expect(upstream.requests).toHaveLength(0);
  });

  it('is empty for passthrough', async () => {
    const { post, upstream } = await openTestGateway({ formats: ['chat'] });
    upstream.script(answerWith({ text: 'Fine.' }));
    const response = await post('/v1/chat/completions', lossy, {
      headers: { 'parley-strict': 'true' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('parley-translation')).toBe('exact');
  });
});

it.each(['chat', 'messages'] as const)(
  'a whole reply is charged as its upstream reports, not by an estimate (%s upstream)',
  async (format) => {
    const { post, upstream, store } = await openTestGateway({ formats: [format] });
    upstream.script(answerWith({ text: 'Fine.', usage: { input: 70, output: 9 } }));
    expect((await post('/v1/chat/completions', chatRequest)).status).toBe(200);
    expect(store.exchanges[0]?.usage).toEqual({ ...noUsage, input: 70, output: 9 });
  },
);

it('a whole reply that states an error has the words of its upstream', async () => {
  const { post, upstream } = await openTestGateway({ formats: ['chat'] });
  upstream.script(jsonReply({ error: { message: 'Too many tools.', type: 'x', code: 400 } }));
  const response = await post('/v1/chat/completions', chatRequest);
  expect(await response.text()).toContain('Too many tools.');
});
