import { answerWith, jsonReply, rawReply } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { callName, chatRequest, credential } from '../../testing/test-gateway.ts';

const answers = [
  {
    format: 'messages',
    path: '/v1/messages/count_tokens',
    body: chatRequest,
    text: '{ "input_tokens": 44, "context_management": { "original_input_tokens": 60 } }',
  },
  {
    format: 'responses',
    path: '/v1/responses/input_tokens',
    body: { model: callName, input: 'Hi' },
    text: '{ "input_tokens": 4.0e1, "novel": true }',
  },
  {
    format: 'gemini',
    path: '/v1beta/models/scripted-model:countTokens',
    body: { contents: [{ parts: [{ text: 'Hi' }] }] },
    text: '{ "totalTokens": 31, "cachedContentTokenCount": 4 }',
  },
] as const;

describe('the count of an upstream that speaks the client’s format', () => {
  it.each(answers)('is the upstream’s own text: $format', async ({ format, path, body, text }) => {
    const { post, upstream } = await openTestGateway({ formats: [format] });
    upstream.script(rawReply(200, { 'content-type': 'application/json' }, text));
    const asked = path.replace('scripted-model', callName);
    const response = await post(`${asked}?beta=true&alt=json`, body);
    expect(await response.text()).toBe(text);
    expect(response.status).toBe(200);
    expect(upstream.requests[0]?.target).toBe(`${path}?beta=true`);
  });
});

describe('a count with an error beside it', () => {
  it('is only the number, because an error may hold secrets', async () => {
    const { post, upstream } = await openTestGateway({ formats: ['messages'] });
    upstream.script(jsonReply({ input_tokens: 5, error: { message: credential } }));
    const response = await post('/v1/messages/count_tokens', chatRequest);
    expect(await response.json()).toEqual({ input_tokens: 5 });
  });
});

describe('the count of another upstream', () => {
  it('is only the number, and the query stays with Parley', async () => {
    const { post, upstream } = await openTestGateway({ formats: ['gemini'] });
    upstream.script(jsonReply({ totalTokens: 31, cachedContentTokenCount: 4 }));
    const response = await post('/v1/messages/count_tokens?beta=true', chatRequest);
    expect(await response.json()).toEqual({ input_tokens: 31 });
    expect(upstream.requests[0]?.target).toBe('/v1beta/models/scripted-model:countTokens');
  });
});

describe('the count of a response that is continued', () => {
  const path = '/v1/responses/input_tokens';

  it.each(['messages', 'gemini', 'responses'] as const)(
    'includes everything said before, for an upstream that speaks %s',
    async (format) => {
      const { post, upstream } = await openTestGateway({ formats: [format] });
      upstream.script(answerWith({ text: 'Hello Ada.' }));
      const first = await post('/v1/responses', { model: callName, input: 'My name is Ada.' });
      const { id, output } = (await first.json()) as { id: string; output: [{ id: string }] };
      upstream.script(jsonReply({ input_tokens: 40, totalTokens: 40 }));
      const next = { model: callName, input: 'Who am I?', previous_response_id: id };
      expect(await (await post(path, next)).json()).toMatchObject({ input_tokens: 40 });
      const referring = [{ type: 'item_reference', id: output[0].id }];
      await post(path, { model: callName, input: referring, instructions: 'Who am I?' });
      const [, continued, referred] = upstream.requests.map(({ text }) => text);
      expect(continued).toMatch(/My name is Ada\..*Hello Ada\..*Who am I\?/s);
      expect(continued).not.toContain(id);
      expect(referred).toMatch(/Hello Ada\./);
    },
  );

  it('is estimated with everything said before', async () => {
    const { post, upstream } = await openTestGateway({ formats: ['chat'] });
    upstream.script(answerWith({ text: 'Hello Ada. '.repeat(100) }));
    const first = await post('/v1/responses', { model: callName, input: 'My name is Ada.' });
    const { id } = (await first.json()) as { id: string };
    const count = async (body: object): Promise<number> => {
      const counted = await post(path, { model: callName, input: 'Who am I?', ...body });
      return ((await counted.json()) as { input_tokens: number }).input_tokens;
    };
    const alone = await count({});
    expect(await count({ previous_response_id: id })).toBeGreaterThan(alone + 200);
  });

  it('is rejected when the key has no such response', async () => {
    const { post, upstream } = await openTestGateway({ formats: ['responses'] });
    const body = { model: callName, input: 'Hi', previous_response_id: 'resp_none' };
    const response = await post(path, body);
    expect(response.status).toBe(400);
    const error = { code: 'previous_response_not_found', param: 'previous_response_id' };
    expect(await response.json()).toMatchObject({ error });
    expect(upstream.requests).toHaveLength(0);
  });
});
