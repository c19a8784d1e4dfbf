import { noUsage } from '@parley/protocol';
import { answerWith, jsonReply } from '@parley/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import {
  callName,
  chatRequest,
  messagesRequest,
  startTestGateway,
  type TestGateway,
  type TestGatewaySettings,
} from '../../testing/test-gateway.ts';

let testGateway: TestGateway | undefined;
afterEach(async () => {
  await testGateway?.close();
  testGateway = undefined;
});

async function arrange(settings: TestGatewaySettings): Promise<TestGateway> {
  testGateway = await startTestGateway(settings);
  return testGateway;
}

const { max_tokens: _, ...countRequest } = messagesRequest;

describe('counting tokens', () => {
  it('is rejected as specified for a group of the chat-completions family, without any upstream', async () => {
    const { post, upstream, store } = await arrange({
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
      const { post, upstream, store } = await arrange({ formats: [format] });
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
    const { post } = await arrange({ group: { family: 'chat-completions' } });
    const response = await post('/v1/messages/count_tokens', body);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Token counting is not supported for this platform');
  });

  it.each(['/v1/responses/input_tokens', `/v1beta/models/${callName}:countTokens`])(
    'is refused to that family at %s in the words of its dialect',
    async (path) => {
      const { post } = await arrange({ group: { family: 'chat-completions' } });
      const response = await post(path, { model: callName, input: 'Hi', contents: [] });
      expect(response.status).toBe(404);
      expect(await response.json()).not.toHaveProperty('type');
    },
  );

  it.each([undefined, 'messages'] as const)(
    'is an estimate before an upstream that cannot count, for a group of the family %s',
    async (family) => {
      const { post, upstream } = await arrange({
        formats: ['chat'],
        group: family === undefined ? {} : { family },
      });
      const response = await post('/v1/messages/count_tokens', countRequest);
      expect(response.status).toBe(200);
      expect(response.headers.get('parley-token-count')).toMatch(/^estimated/);
      expect(upstream.requests).toHaveLength(0);
    },
  );

  it('is an estimate with its error if the group configures it', async () => {
    const { post, upstream } = await arrange({
      formats: ['chat'],
      group: { count_tokens: 'estimate' },
    });
    const response = await post('/v1/messages/count_tokens', countRequest);
    expect(response.headers.get('parley-token-count')).toMatch(/^estimated; error=\d+%$/);
    expect(((await response.json()) as { input_tokens: number }).input_tokens).toBeGreaterThan(0);
    expect(upstream.requests).toHaveLength(0);
  });
});

describe('embeddings', () => {
  it('are forwarded to the chat family with only the model name changed, and are metered', async () => {
    const { post, upstream, store } = await arrange({ formats: ['chat'] });
    const body = `{"model":"${callName}","input":["a","b"],"dimensions":8,"x":1.0}`;
    const response = await post('/v1/embeddings', body);
    expect(response.status).toBe(200);
    expect(upstream.requests[0]?.text).toBe(body.replace(`"${callName}"`, '"scripted-model"'));
    expect(store.exchanges[0]?.usage?.input).toBeGreaterThan(0);
  });

  it.each([
    ['chat', '/v1/embeddings', { model: callName, input: 'a' }],
    ['gemini', `/v1beta/models/${callName}:embedContent`, { content: { parts: [{ text: 'a' }] } }],
  ] as const)('of %s reserve nothing for a reply', async (format, path, body) => {
    const limits = { quota: { tokens: 500, reset: 'none' } } as const;
    const { post } = await arrange({ formats: [format], key: { limits } });
    expect((await post(path, body)).status).toBe(200);
  });

  it('are charged by the tokens that the upstream reports', async () => {
    const { post, upstream, store } = await arrange({ formats: ['chat'] });
    upstream.script(jsonReply({ data: [], usage: { prompt_tokens: 77, total_tokens: 77 } }));
    await post('/v1/embeddings', { model: callName, input: 'a' });
    expect(store.exchanges[0]?.usage).toEqual({ ...noUsage, input: 77 });
  });

  it.each([{ data: {} }, { error: { message: 'x' }, data: [] }, []])(
    'that the upstream answers with %j are a bad answer',
    async (body) => {
      const { post, upstream } = await arrange({ formats: ['chat'] });
      upstream.script(jsonReply(body));
      const response = await post('/v1/embeddings', { model: callName, input: 'a' });
      expect(response.status).toBe(502);
      expect(await response.json()).toMatchObject({ error: { code: 'upstream_bad_answer' } });
    },
  );

  it.each([
    ['without input', { model: callName }],
    ['with nothing in it', { model: callName, input: [] }],
    ['of numbers and text', { model: callName, input: ['a', 1] }],
  ])('are refused %s', async (_name, body) => {
    const { post, upstream } = await arrange({ formats: ['chat'] });
    const response = await post('/v1/embeddings', body);
    expect(response.status).toBe(400);
    const code = 'input' in body ? 'invalid_value' : 'missing_required_parameter';
    const message = `The field 'input' ${'input' in body ? 'is not valid' : 'is required'}.`;
    expect(await response.json()).toMatchObject({ error: { param: 'input', code, message } });
    expect(upstream.requests).toHaveLength(0);
  });

  it('are rejected for a model without embeddings', async () => {
    const { post } = await arrange({ formats: ['messages'] });
    const response = await post('/v1/embeddings', { model: callName, input: 'a' });
    expect(response.status).toBe(400);
  });
});

describe('native embeddings', () => {
  it('are sent with the upstream’s model name in every field', async () => {
    const { post, upstream } = await arrange({ formats: ['gemini'] });
    const content = { parts: [{ text: 'a' }] };
    const requests = [{ model: `models/${callName}`, content }, { content }];
    await post(`/v1beta/models/${callName}:batchEmbedContents`, { requests });
    expect(upstream.requests[0]?.body).toEqual({
      requests: [{ model: 'models/scripted-model', content }, { content }],
    });
  });
});

describe('the query of a caller', () => {
  it('goes to an upstream of the same format, and to no other', async () => {
    for (const [format, sent] of [
      ['messages', '/v1/messages?beta=true'],
      ['chat', '/v1/chat/completions'],
    ] as const) {
      const { post, upstream, close } = await arrange({ formats: [format] });
      upstream.script(answerWith({ text: 'Fine.' }));
      expect((await post('/v1/messages?beta=true', messagesRequest)).status).toBe(200);
      expect(upstream.requests[0]?.target).toBe(sent);
      await close();
    }
    testGateway = undefined;
  });
});

describe('what a translation loses', () => {
  const lossy = { ...chatRequest, logit_bias: { '50256': -100 } };

  it('is summarized always, listed on request, and recorded', async () => {
    const { post, store } = await arrange({ formats: ['messages'] });
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
    const { post, store } = await arrange({ formats: ['messages'] });
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
    expect(notes.length + missing).toBe(store.exchanges[0]?.notes.length);
  });

  it('is not listed by default', async () => {
    const { post } = await arrange({ formats: ['messages'] });
    const response = await post('/v1/chat/completions', lossy);
    expect(response.headers.get('parley-notes')).toBeNull();
  });

  it('is rejected in strict mode, before any upstream is called', async () => {
    const { post, upstream } = await arrange({ formats: ['messages'] });
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
    const { post, upstream } = await arrange({ formats: ['chat'] });
    upstream.script(answerWith({ text: 'Fine.' }));
    const response = await post('/v1/chat/completions', lossy, {
      headers: { 'parley-strict': 'true' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('parley-translation')).toBe('exact');
  });
});
