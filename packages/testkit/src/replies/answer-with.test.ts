import { describe, expect, it } from 'vitest';
import { openPair } from '../testing/pair.ts';
import { delayHead } from '../pacing/timing.ts';
import { answerWith, failWith, reshape } from './answer-with.ts';
import { readFrames } from './frames.ts';

describe('answerWith', () => {
  it('answers in the format asked for, whole and streamed, as the model asked for', async () => {
    const { client } = await openPair({ script: answerWith({ text: 'hello' }) });
    const ask = async (path: string, body: Readonly<Record<string, unknown>>) => {
      await client.request({ path, body: { model: 'asked', ...body } });
      return (await client.readAnswer()).text;
    };
    const whole: unknown = JSON.parse(await ask('/v1/chat/completions', {}));
    expect(whole).toMatchObject({ object: 'chat.completion', model: 'asked' });
    const message: unknown = JSON.parse(await ask('/v1/messages', {}));
    expect(message).toMatchObject({ type: 'message', model: 'asked' });
    expect(readFrames(await ask('/v1/messages', { stream: true })).at(-1)?.event).toBe(
      'message_stop',
    );
    expect(await ask('/v1/chat/completions', { stream: true })).not.toContain('usage');
    const options = { stream: true, stream_options: { include_usage: true } };
    expect(await ask('/v1/chat/completions', options)).toContain('"choices":[],"usage":{');
    expect(await ask('/v1/messages/count_tokens', {})).toBe('{"input_tokens":12}');
  });
});

describe('failWith', () => {
  it.each([
    ['/v1/chat/completions', { error: { type: 'rate_limit_error', code: 'rate_limit_exceeded' } }],
    ['/v1/messages', { type: 'error', error: { type: 'rate_limit_error' } }],
  ])('fails on %s in its envelope', async (path, body) => {
    const { client } = await openPair({
      script: failWith(429, { headers: { 'retry-after': '2' } }),
    });
    await client.request({ path, body: {} });
    const answer = await client.readAnswer();
    expect(answer).toMatchObject({ status: 429, reason: 'Too Many Requests' });
    expect(answer.headers['retry-after']).toBe('2');
    expect(JSON.parse(answer.text)).toMatchObject(body);
  });
});

describe('reshape', () => {
  it('changes what a script answers', async () => {
    const script = reshape(answerWith({ text: 'hello' }), (answer) => delayHead(answer, 30));
    const { upstream, client } = await openPair({ script });
    await client.request({ path: '/v1/messages', body: {} });
    expect((await client.readAnswer()).text).toContain('hello');
    const request = upstream.requests[0];
    expect((request?.endedAt ?? 0) - (request?.receivedAt ?? 0)).toBeGreaterThanOrEqual(25);
  });
});
