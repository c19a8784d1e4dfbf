import { expect, it } from 'vitest';
import type { WholeSink } from '../../ports.ts';
import { chatRequest } from '../../testing/test-gateway.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';

it('a stream whose end cannot be written is recorded once, logged and ended', async () => {
  const { gateway, secret, store, log } = await openTestGateway();
  let ends = 0;
  const heads: number[] = [];
  const sink: WholeSink = {
    open: (status) => void heads.push(status),
    write(text) {
      if (text.includes('[DONE]')) throw new TypeError('The encoder failed.');
      return undefined;
    },
    end: () => void (ends += 1),
    onClose: () => undefined,
    respond: (status) => void heads.push(status),
  };
  const request = new Request('http://parley.test/v1/chat/completions', {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify({ ...chatRequest, stream: true }),
  });
  expect(await gateway.answer(request, { sink })).toBeUndefined();
  expect([heads, ends]).toEqual([[200], 1]);
  expect(store.exchanges).toHaveLength(1);
  expect(log.join('\n')).toContain('A stream could not be written.');
});
