import { rawStream } from '@parley/testkit';
import { expect, it } from 'vitest';
import type { WholeSink } from '../../ports.ts';
import { events, id, openBackgroundGateway } from '../../testing/background-gateway.ts';

it('a stream that was written to the sink of the host is not followed by an error', async () => {
  const { begin, gateway, secret, upstream } = await openBackgroundGateway();
  await begin();
  upstream.next(rawStream(events.join('')));
  const written: string[] = [];
  const sink: WholeSink = {
    open: (status) => void written.push(String(status)),
    write: (text) => void written.push(text),
    end: () => void written.push('end'),
    onClose: () => undefined,
    respond: (status) => void written.push(`whole ${String(status)}`),
  };
  const headers = { authorization: `Bearer ${secret}` };
  const url = `http://parley.test/v1/responses/${id}?stream=true`;
  const response = await gateway.fetch(new Request(url, { headers }), { sink });
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect([written[0], written.at(-1)]).toEqual(['200', 'end']);
  expect(written.join('')).toContain('response.completed');
});
