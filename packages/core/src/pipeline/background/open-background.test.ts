import { rawStream } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import {
  events,
  id,
  openBackgroundGateway,
  question,
  stateOf,
} from '../../testing/background-gateway.ts';
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

describe('a background response without a usable id', () => {
  const unusable = [undefined, null, true, {}, '', 'resp_\0', 'resp_\uD800'];

  it.each(unusable)('is no response where the id is %j, and nothing stays reserved', async (id) => {
    const { post, remote, store } = await openBackgroundGateway();
    remote.now = stateOf('queued', { id });
    expect((await post('/v1/responses', question)).status).toBe(502);
    expect(store.exchanges).toMatchObject([{ outcome: 'failed', chargedNanoUsd: 0 }]);
  });

  it('is recorded at once where its stream breaks', async () => {
    const { post, upstream, store } = await openBackgroundGateway();
    upstream.next(rawStream(events.slice(0, 6).join('').replaceAll(`"${id}"`, 'true')));
    const response = await post('/v1/responses', { ...question, stream: true });
    expect(await response.text()).toContain('event: error');
    expect(store.exchanges).toMatchObject([{ outcome: 'failed' }]);
  });
});
