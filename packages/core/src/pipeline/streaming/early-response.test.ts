import {
  answerWith,
  delayHead,
  failWith,
  holdHead,
  jsonReply,
  reshape,
  stallBeforeHead,
  type Script,
} from '@parley/testkit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { UpstreamTransport } from '../../ports.ts';
import { formats, pairs, formatClients } from '../../testing/format-clients.ts';
import {
  type Format,
  type TestGateway,
  type TestGatewaySettings,
} from '../../testing/test-gateway.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';

function arrange(settings: TestGatewaySettings): Promise<TestGateway> {
  return openTestGateway({ options: { limits: { keepAliveMs: 40 } }, ...settings });
}

/** The keep-alive frame of each dialect that has one, the end mark, and the error event. */
const marks = {
  chat: { keepAlive: ': keepalive\n\n', end: 'data: [DONE]', error: /^event: error$/gm },
  messages: {
    keepAlive: 'event: ping\ndata: {"type":"ping"}\n\n',
    end: 'event: message_stop',
    error: /^event: error$/gm,
  },
  responses: {
    keepAlive: ': keepalive\n\n',
    end: 'event: response.completed',
    error: /^event: error$/gm,
  },
} as const;

type Kept = keyof typeof marks;
const isKept = (pair: readonly [Format, Format]): pair is readonly [Kept, Format] =>
  pair[0] in marks;

describe.each(pairs.filter(isKept))('a %s client of a slow %s upstream', (client, format) => {
  const { streamPath, ask } = formatClients[client];
  const { keepAlive, end, error } = marks[client];
  const body = ask(100, true);

  it('hears keep-alive frames before the upstream has answered, then the reply', async () => {
    const { post, upstream, store } = await arrange({ formats: [format] });
    upstream.script(reshape(answerWith({ text: 'At last.' }), (answer) => delayHead(answer, 400)));
    const response = await post(streamPath, body);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text.startsWith(keepAlive.repeat(2))).toBe(true);
    expect(text).toContain('At last.');
    expect(text).toContain(end);
    expect(store.exchanges).toMatchObject([{ outcome: 'completed', status: 200, attempts: 1 }]);
    expect(store.exchanges[0]?.firstByteMs).toBeGreaterThanOrEqual(400);
  });

  it('gets an error event when the upstream fails after the first frame', async () => {
    const { post, upstream, store } = await arrange({ formats: [format] });
    upstream.script(
      reshape(failWith(400, { message: 'No such tool.' }), (answer) => delayHead(answer, 80)),
    );
    const text = await (await post(streamPath, body)).text();
    expect(text.startsWith(keepAlive)).toBe(true);
    expect(text.match(error)).toHaveLength(1);
    expect(text).toContain('No such tool.');
    expect(text).not.toContain(end);
    expect(store.exchanges).toMatchObject([{ outcome: 'failed', status: 200 }]);
  });

  it('still gets the reply of the next target, and the headers named none', async () => {
    const { post, upstreams, store } = await arrange({ formats: ['messages', format] });
    upstreams[0]?.script(reshape(failWith(500), (answer) => delayHead(answer, 80)));
    upstreams[1]?.script(answerWith({ text: 'Second.' }));
    const response = await post(streamPath, body);
    expect(response.headers.get('parley-provider')).toBeNull();
    expect(response.headers.get('parley-translation')).not.toBe('exact');
    expect(response.headers.get('x-request-id')).toBeTruthy();
    expect(await response.text()).toContain('Second.');
    expect(store.exchanges).toMatchObject([{ attempts: 2, upstream: 'up1' }]);
  });

  it('takes the upstream call with it when it leaves before the reply', async () => {
    const { post, upstream, store } = await arrange({ formats: [format] });
    upstream.script(stallBeforeHead());
    const response = await post(streamPath, body);
    await upstream.nextRequest();
    await response.body?.cancel();
    await upstream.whenClientLeft(0);
    await expect.poll(() => store.exchanges).toMatchObject([{ outcome: 'canceled' }]);
  });

  it('gets an error event when the gateway must stop before the reply', async () => {
    const { post, upstream, gateway } = await arrange({ formats: [format] });
    upstream.script(stallBeforeHead());
    const response = await post(streamPath, body);
    const reading = response.text();
    await gateway.close();
    expect((await reading).match(error)).toHaveLength(1);
  });
});

describe.each(formats)('a client of a slow %s upstream', (format) => {
  it('gets an HTTP error for what fails before the first frame is due', async () => {
    const { post, upstream } = await arrange({
      formats: [format],
      options: { limits: { keepAliveMs: 5_000 } },
    });
    upstream.script(reshape(failWith(400), (answer) => delayHead(answer, 80)));
    const { streamPath, ask } = formatClients.chat;
    expect((await post(streamPath, ask(100, true))).status).toBe(400);
  });

  it('gets a stream also of a reply that comes late and whole', async () => {
    const { post, upstream } = await arrange({ formats: [format] });
    const whole: Script = (request) =>
      delayHead(answerWith({ text: 'At last.' })({ ...request, stream: false }), 120);
    upstream.script(whole);
    const { streamPath, ask } = formatClients.chat;
    const text = await (await post(streamPath, ask(100, true))).text();
    expect(text).toContain('At last.');
    expect(text).toContain(marks.chat.end);
  });

  it('waits for a count of its tokens, also where it says that it wants a stream', async () => {
    const { post, upstream } = await arrange({ formats: ['messages'] });
    upstream.script(delayHead(jsonReply({ input_tokens: 12 }), 120));
    const body = formatClients.messages.ask(100, true);
    const response = await post('/v1/messages/count_tokens', body);
    expect(await response.json()).toEqual({ input_tokens: 12 });
  });

  it.each([
    ['reads a whole reply', formatClients.chat.path, formatClients.chat.ask(100, false)],
    [
      'speaks a dialect without frames',
      formatClients.gemini.streamPath,
      formatClients.gemini.ask(100, true),
    ],
  ])('waits for the reply when it %s', async (_, path, body) => {
    const { post, upstream } = await arrange({ formats: [format] });
    upstream.script(reshape(answerWith({ text: 'At last.' }), holdHead));
    let responded = false;
    const posting = post(path, body).finally(() => {
      responded = true;
    });
    await upstream.nextRequest();
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(responded).toBe(false);
    upstream.release();
    expect(await (await posting).text()).toContain('At last.');
  });
});

describe('a client that refers to what only its vendor keeps', () => {
  const { streamPath, ask } = formatClients.responses;
  const body = { ...ask(100, true), prompt: { id: 'pmpt_1' } };

  it('gets an error event when its slow upstream fails', async () => {
    const { post, upstream, store } = await arrange({ formats: ['responses'] });
    upstream.script(
      reshape(failWith(400, { message: 'No such prompt.' }), (answer) => delayHead(answer, 80)),
    );
    const text = await (await post(streamPath, body)).text();
    expect(text.match(marks.responses.error)).toHaveLength(1);
    expect(text).toContain('No such prompt.');
    expect(store.exchanges).toMatchObject([{ outcome: 'failed', status: 200 }]);
  });

  it('gets a stream also of a reply that comes whole', async () => {
    const { post, upstream } = await arrange({ formats: ['responses'] });
    upstream.script((request) => answerWith({ text: 'At last.' })({ ...request, stream: false }));
    const text = await (await post(streamPath, body)).text();
    expect(text).toContain('At last.');
    expect(text).toContain(marks.responses.end);
  });
});

describe('a stream whose reply came in time', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('leaves no timer behind on a host that stops with the response', async () => {
    const chunk = { choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] };
    const reply = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
    const chunks = [new TextEncoder().encode(reply)];
    const transport: UpstreamTransport = {
      send: async () => ({
        status: 200,
        headers: new Headers({ 'content-type': 'text/event-stream' }),
        body: { read: async () => chunks.shift(), cancel: () => undefined },
      }),
      close: async () => undefined,
    };
    const { gateway, secret } = await openTestGateway({ options: { transport } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const work: Promise<unknown>[] = [];
    const { streamPath, ask } = formatClients.chat;
    const request = new Request(`http://parley.test${streamPath}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: JSON.stringify(ask(100, true)),
    });
    const response = await gateway.fetch(request, { waitUntil: (promise) => work.push(promise) });
    expect(await response.text()).toContain('"content":"Hi"');
    await Promise.all(work);
    expect(vi.getTimerCount()).toBe(0);
  });
});
