import { answerWith, createScriptedUpstream, failWith } from '@parley/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { formatClients, formats, pairs } from '../../testing/format-clients.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { chatRequest, messagesRequest } from '../../testing/test-gateway.ts';

const version = '7.1';

describe('the headers that an upstream gets', () => {
  it.each(pairs)('from a %s client for %s fit the reply', async (client, format) => {
    const { post, upstream } = await openTestGateway({ formats: [format], options: { version } });
    upstream.script(answerWith({ text: 'Fine.' }));
    const { path, streamPath, ask } = formatClients[client];
    for (const stream of [false, true, false]) {
      await (await post(stream ? streamPath : path, ask(100, stream))).text();
    }
    const json = 'application/json';
    expect(upstream.requests.map(({ headers }) => headers['accept'])).toEqual([
      ...[json, 'text/event-stream', json],
    ]);
    for (const { headers, method } of upstream.requests) {
      expect(method).toBe('POST');
      expect(headers).toMatchObject({
        ...{ 'content-type': json, 'accept-encoding': 'identity' },
        'user-agent': 'parley/7.1',
      });
      expect(JSON.stringify(headers)).toContain('credential-of-ours');
    }
  });

  it('are those of its configuration, then those of a client of its format, then the usual ones', async () => {
    const { post, upstream } = await openTestGateway({
      ...{ formats: ['messages'], options: { version } },
      upstream: { headers: { 'Anthropic-Beta': 'ours', 'User-Agent': 'ours', 'X-Project': 'p' } },
    });
    await post('/v1/messages', messagesRequest, {
      headers: { 'anthropic-beta': 'theirs', 'anthropic-version': '2099-01-01', 'user-agent': 'c' },
    });
    await post('/v1/messages', messagesRequest);
    const ours = { 'anthropic-beta': 'ours', 'user-agent': 'ours', 'x-project': 'p' };
    expect(upstream.requests[0]?.headers).toMatchObject({
      ...{ ...ours, 'anthropic-version': '2099-01-01' },
    });
    expect(upstream.requests[1]?.headers).toMatchObject({
      ...{ ...ours, 'anthropic-version': '2023-06-01' },
    });
  });

  it.each([
    [{ credential: undefined }, `Basic ${btoa('me:p@ss')}`],
    [{ credential: undefined, headers: { Authorization: 'Bearer ours' } }, 'Bearer ours'],
    [{ credential: 'ours' }, 'Bearer ours'],
  ])(
    'have the user and the password of the base URL with %j if nothing else',
    async (own, sent) => {
      const upstream = await createScriptedUpstream();
      onTestFinished(() => upstream.close());
      const base_url = `${upstream.url.replace('//', '//me:p%40ss@')}/v1`;
      const { post } = await openTestGateway({ formats: ['chat'], upstream: { base_url, ...own } });
      upstream.script(answerWith({ text: 'Fine.' }));
      expect((await post('/v1/chat/completions', chatRequest)).status).toBe(200);
      expect(upstream.requests[0]?.headers['authorization']).toBe(sent);
    },
  );

  it('have nothing of a client of another format, which is noted', async () => {
    const { post, upstream, store } = await openTestGateway({ formats: ['chat'] });
    upstream.script(answerWith({ text: 'Fine.' }));
    await post('/v1/messages', messagesRequest, { headers: { 'anthropic-beta': 'theirs' } });
    expect(upstream.requests[0]?.headers).not.toHaveProperty('anthropic-beta');
    expect(store.exchanges[0]?.notes).toContainEqual(
      expect.objectContaining({ path: 'anthropic-beta', action: 'dropped' }),
    );
  });

  it('have what a client of the same format sends, which is not noted', async () => {
    const { post, upstream, store } = await openTestGateway({ formats: ['messages'] });
    upstream.script(answerWith({ text: 'Fine.' }));
    await post('/v1/messages', messagesRequest, { headers: { 'anthropic-beta': 'theirs' } });
    expect(upstream.requests[0]?.headers['anthropic-beta']).toBe('theirs');
    expect(store.exchanges[0]).toMatchObject({ notes: [], fidelity: 'exact' });
  });

  it('for counting tokens are those of a whole reply', async () => {
    const { post, upstream } = await openTestGateway({ formats: ['messages', 'responses'] });
    const { max_tokens: _, ...question } = messagesRequest;
    const headers = { 'anthropic-beta': 'theirs' };
    await post('/v1/messages/count_tokens', { ...question, stream: true }, { headers });
    expect(upstream.requests[0]?.headers).toMatchObject({
      ...{ ...headers, accept: 'application/json' },
    });
  });
});

describe('a body', () => {
  it.each(formats)('of a %s client is sent unchanged but for the model', async (format) => {
    const { post, upstream, store } = await openTestGateway({ formats: [format] });
    upstream.script(answerWith({ text: 'Fine.' }));
    const { path, ask } = formatClients[format];
    const text = JSON.stringify(ask(100, false), undefined, 3);
    expect((await post(path, text)).status).toBe(200);
    expect(upstream.requests[0]?.text).toBe(text.replace('"m"', '"scripted-model"'));
    expect(store.exchanges[0]?.outbound).toBe(store.exchanges[0]?.inbound);
  });

  it.each([
    ['mistral', {}],
    ['groq', { stream_options: { include_usage: true } }],
  ])(
    'of a stream for %s asks for the usage where the vendor can read that',
    async (provider, asked) => {
      const { post, upstream } = await openTestGateway({ upstream: { provider } });
      upstream.script(answerWith({ text: 'Fine.' }));
      await (await post('/v1/chat/completions', { ...chatRequest, stream: true })).text();
      const sent = { ...chatRequest, model: 'scripted-model', stream: true, ...asked };
      expect(JSON.parse(upstream.requests[0]?.text ?? '')).toEqual(sent);
    },
  );

  it.each([
    ['ASCII characters alone', 'plain text '.repeat(3_000), ''],
    ['other characters', 'né 漢字 😀 '.repeat(3_000), ''],
    ['other characters, after a byte order mark', 'né 漢字 😀 '.repeat(3_000), '\ufeff'],
  ])(
    'that is long, of %s, is sent unchanged but for the model, twice',
    async (_, content, mark) => {
      const { post, upstream } = await openTestGateway({ formats: ['chat'] });
      upstream.script(answerWith({ text: 'Fine.' }));
      upstream.next(failWith(500));
      const messages = [{ role: 'user', content }];
      const text = JSON.stringify({ user: content, ...chatRequest, messages });
      expect((await post('/v1/chat/completions', mark + text)).status).toBe(200);
      const sent = text.replace('"model":"m"', '"model":"scripted-model"');
      expect(upstream.requests.map((request) => request.text)).toEqual([sent, sent]);
    },
  );
});

describe('a strict client', () => {
  const strict = { headers: { 'parley-strict': 'true' } };
  const body = (count: number) => ({
    ...chatRequest,
    logit_bias: { 5: 1 },
    messages: Array.from({ length: count }, () => ({ role: 'user', name: 'a', content: 'Hi' })),
  });

  it.each([10, 11, 12])('learns of %i losses, at most ten by their name', async (count) => {
    const { post, store } = await openTestGateway({ formats: ['messages'] });
    await post('/v1/chat/completions', body(count - 1));
    const dropped = store.exchanges[0]?.notes.filter(({ action }) => action === 'dropped') ?? [];
    expect(dropped).toHaveLength(count);
    const response = await post('/v1/chat/completions', body(count - 1), strict);
    expect(response.status).toBe(400);
    const paths = dropped.map(({ path }) => path);
    const more = count > 10 ? ` and ${String(count - 10)} more` : '';
    const named = `${paths.slice(0, 10).join(', ')}${more}`;
    expect(await response.json()).toMatchObject({
      error: {
        ...{ code: 'lossy_translation', param: paths[0] },
        message: expect.stringContaining(
          `The translation for the upstream would lose ${named}.`,
        ) as string,
      },
    });
  });

  it('is one that says so with the word true', async () => {
    const { post } = await openTestGateway({ formats: ['messages'] });
    const headers = { 'parley-strict': 'false' };
    expect((await post('/v1/chat/completions', body(1), { headers })).status).toBe(200);
  });
});
