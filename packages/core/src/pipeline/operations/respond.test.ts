import { answerWith } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { openTestSocket } from '../../testing/open-test-socket.ts';
import { callName } from '../../testing/test-gateway.ts';

const prewarm = {
  ...{ model: callName, input: 'A long prompt.', store: false },
  prompt_cache_options: { prewarm: true },
};

describe('a response that is only to prepare the cache', () => {
  it.each(['chat', 'messages', 'gemini'] as const)(
    'is refused where the model of an upstream that speaks %s would answer',
    async (format) => {
      const running = await openTestGateway({ formats: [format] });
      const refusal = { code: 'unsupported_parameter', param: 'prompt_cache_options.prewarm' };
      const response = await running.post('/v1/responses', prewarm);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: refusal });
      const socket = await openTestSocket(running);
      expect(await socket.ask(prewarm)).toMatchObject([{ status: 400, error: refusal }]);
      expect(running.upstream.requests).toHaveLength(0);
      const kept = { ...prewarm, prompt_cache_options: { prewarm: false } };
      expect((await running.post('/v1/responses', kept)).status).toBe(200);
    },
  );

  it('is left to an upstream of the format', async () => {
    const running = await openTestGateway({ formats: ['responses'] });
    running.upstream.script(answerWith({ text: '' }));
    expect((await running.post('/v1/responses', prewarm)).status).toBe(200);
    expect(running.upstream.requests[0]?.body).toMatchObject({
      prompt_cache_options: { prewarm: true },
    });
  });
});
