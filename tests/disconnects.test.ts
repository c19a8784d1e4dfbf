import { type Answer, answerWith, reshape, stallAfter } from '@parley/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  nameModel,
  startTestGateway,
  upstreamFormats,
  type TestGateway,
} from './clients/test-gateway.ts';

const messages = [{ role: 'user', content: 'Hi' }];

/** The number of frames of a response up to the first piece of its text. */
function framesOfPartOne(answer: Answer): number {
  const frames = answer.body.flatMap((step) =>
    'bytes' in step ? [new TextDecoder().decode(step.bytes)] : [],
  );
  return frames.findIndex((frame) => frame.includes('Part one.')) + 1;
}

describe.each(upstreamFormats)(
  'a caller who leaves, before an upstream that speaks %s',
  (format) => {
    let testGateway: TestGateway;
    beforeEach(async () => {
      testGateway = await startTestGateway();
    });
    afterEach(() => testGateway.close());

    function ask(body: object, signal: AbortSignal): Promise<Response> {
      return fetch(`${testGateway.parley.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${testGateway.parley.key}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ model: nameModel('gpt', format), messages, ...body }),
        signal,
      });
    }

    async function lastOutcome(): Promise<unknown> {
      const response = await fetch(`${testGateway.parley.url}/admin/v1/exchanges?limit=1`, {
        headers: { authorization: `Bearer ${testGateway.parley.adminToken}` },
      });
      const { data } = (await response.json()) as { data: { outcome: string }[] };
      return data[0]?.outcome;
    }

    it('cancels the upstream call in the middle of a stream', async () => {
      const script = reshape(answerWith({ text: ['Part one.', 'x', 'y'] }), (answer) =>
        stallAfter(answer, framesOfPartOne(answer)),
      );
      testGateway.upstream.script(script);
      const leaving = new AbortController();
      const response = await ask({ stream: true }, leaving.signal);
      await response.body?.getReader().read();
      leaving.abort();
      await testGateway.upstream.whenClientLeft(0);
      await expect.poll(lastOutcome).toBe('canceled');
    });

    it('cancels the upstream call before the response begins', async () => {
      const script = reshape(answerWith({}), (answer) => ({
        ...answer,
        before: [{ step: 'stall' }],
      }));
      testGateway.upstream.script(script);
      const leaving = new AbortController();
      const asking = ask({}, leaving.signal);
      await testGateway.upstream.nextRequest();
      leaving.abort();
      await expect(asking).rejects.toThrow();
      await testGateway.upstream.whenClientLeft(0);
      await expect.poll(lastOutcome).toBe('canceled');
    });
  },
);
