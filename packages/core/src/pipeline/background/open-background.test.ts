import { rawStream } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { events, id, openBackgroundGateway, question } from '../../testing/background-gateway.ts';
import { GatewayError } from '@parley/protocol';

describe('a streamed background response that cannot be stored', () => {
  async function openUnstored(thrown: Error) {
    const testGateway = await openBackgroundGateway();
    const { upstream, store, post } = testGateway;
    upstream.next(rawStream(events.join('')));
    store.saveResponse = () => Promise.reject(thrown);
    return { ...testGateway, response: await post('/v1/responses', { ...question, stream: true }) };
  }

  it('is cancelled and refused before its client receives an event', async () => {
    const { response, remote, log } = await openUnstored(new Error('The disk is full.'));
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({
      error: {
        code: 'store_unavailable',
        message: expect.stringContaining(
          'The gateway cannot store background responses right now.',
        ) as string,
      },
    });
    expect(remote.asked).toEqual([`POST /v1/responses/${id}/cancel`]);
    expect(log.join('\n')).toContain('could not be stored, and was cancelled');
  });

  it('is refused with the error of the gateway that prevented it', async () => {
    const { response } = await openUnstored(
      new GatewayError('invalid-request', 'This response is too large.', { reason: 'too_large' }),
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'too_large' } });
  });
});
