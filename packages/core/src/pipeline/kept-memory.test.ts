import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { GatewayError } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import type { UpstreamTransport } from '../ports.ts';
import { openTestGateway } from '../testing/open-test-gateway.ts';
import { chatRequest } from '../testing/test-gateway.ts';
import { Interruption } from './request/interruption.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function measureHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe('memory', () => {
  const megabytes = 8;
  const sentence = 'The tide turned and they rowed home. ';
  const encode = (content: string) =>
    new TextEncoder().encode(
      JSON.stringify({ ...chatRequest, messages: [{ role: 'user', content }] }),
    );
  const reply = {
    id: 'c',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  };

  it('of the text and the JSON of a request is free while its upstream works', async () => {
    const bytes: number[] = [];
    const head = { status: 200, headers: new Headers({ 'content-type': 'application/json' }) };
    const transport: UpstreamTransport = {
      send: async () => {
        // The gateway has done everything that it does before the wait.
        await new Promise((resolve) => setTimeout(resolve, 10));
        bytes.push(measureHeap());
        const chunks = [new TextEncoder().encode(JSON.stringify(reply))];
        return { ...head, body: { read: async () => chunks.shift(), cancel: () => undefined } };
      },
      close: async () => undefined,
    };
    const { post } = await openTestGateway({ options: { transport } });
    const ask = (length: number) =>
      post('/v1/chat/completions', '', { body: encode(sentence.repeat(length / sentence.length)) });
    expect((await ask(1_000)).status).toBe(200);
    expect((await ask(megabytes * 1024 * 1024)).status).toBe(200);
    const [short = 0, long = 0] = bytes;
    expect((long - short) / 1024 / 1024).toBeLessThan(1);
  });

  it('of a request is free when its exchange has ended, whatever keeps the exchange', async () => {
    const interruptions: unknown[] = [];
    const requests = [1, 2].map((number) => {
      const request = new Request(`http://parley.test/${String(number)}`);
      const interruption = new Interruption(request, { departure: request.signal });
      interruptions.push(interruption);
      if (number === 1) interruption.complete();
      return new WeakRef(request.signal);
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
    collectGarbage();
    expect(requests.map((request) => request.deref() === undefined)).toEqual([true, false]);
    expect(interruptions).toHaveLength(2);
  });

  it('of what waited for an exchange is free when that has ended or was interrupted', async () => {
    const interruptions: unknown[] = [];
    const waiting = (['ended', 'interrupted', 'running'] as const).map((state) => {
      const interruption = new Interruption(new Request('http://parley.test/'), {});
      interruptions.push(interruption);
      const listener = (): number => interruptions.length;
      interruption.onInterrupt(listener);
      if (state === 'ended') interruption.complete();
      if (state === 'interrupted') interruption.interrupt(new GatewayError('overloaded', 'Later.'));
      return new WeakRef(listener);
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
    collectGarbage();
    expect(waiting.map((one) => one.deref() === undefined)).toEqual([true, true, false]);
    expect(interruptions).toHaveLength(3);
  });
});
