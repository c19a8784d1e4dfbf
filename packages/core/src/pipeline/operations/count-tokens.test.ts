import { jsonReply, rawReply } from '@parley/testkit';
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
