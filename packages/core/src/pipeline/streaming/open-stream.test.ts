import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { UpstreamTransport } from '../../ports.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { chatRequest } from '../../testing/test-gateway.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const chunk = { id: 'c', choices: [{ index: 0, delta: { content: 'Hi' } }] };

it('An open stream does not keep the headers of its upstream, which are often longer than its text', async () => {
  const sent: WeakRef<Headers>[] = [];
  const chunks = [new TextEncoder().encode(`data: ${JSON.stringify(chunk)}\n\n`)];
  let end = (): void => undefined;
  const ended = new Promise<undefined>((resolve) => {
    end = () => {
      resolve(undefined);
    };
  });
  const body = {
    read: async () => chunks.shift() ?? (await ended),
    cancel: () => undefined,
  };
  const transport: UpstreamTransport = {
    send: async () => {
      const headers = new Headers({ 'content-type': 'text/event-stream' });
      sent.push(new WeakRef(headers));
      return { status: 200, headers, body };
    },
    close: async () => undefined,
  };
  const { post } = await openTestGateway({ options: { transport } });
  const response = await post('/v1/chat/completions', { ...chatRequest, stream: true });
  const reader = response.body?.getReader();
  await reader?.read();
  const countKept = () => {
    collectGarbage();
    return sent.filter((reference) => reference.deref() !== undefined).length;
  };
  expect(sent).toHaveLength(1);
  await expect.poll(countKept).toBe(0);
  end();
  await reader?.cancel();
});
