// The spans that a collector receives, over a real socket.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { answerWith, failWith, holdHead, reshape } from '@parley/testkit';
import { startTestGateway, type TestGateway, type TestGatewaySettings } from '@parley/core/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createTraces } from './traces.ts';

type Value = string | boolean | number;

/** A span as the collector sees it, with its attributes as plain values. */
interface Received {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly flags: number;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly status: { readonly code?: number };
}

interface Collector {
  readonly url: string;
  readonly spans: Received[];
  readonly requests: { readonly path: string; readonly headers: Record<string, unknown> }[];
  readonly resources: Readonly<Record<string, Value>>[];
  /** Statuses of the next answers; 200 when there is none. */
  readonly statuses: number[];
  readonly server: Server;
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, Value>>;
}

const readAttributes = (list: readonly KeyValue[]): Record<string, Value> =>
  Object.fromEntries(
    list.map(({ key, value }) => {
      const [[type, plain] = ['', '']] = Object.entries(value);
      return [key, type === 'intValue' ? Number(plain) : plain];
    }),
  );

async function startCollector(): Promise<Collector> {
  const kept: Omit<Collector, 'url' | 'server'> = {
    ...{ spans: [], requests: [], resources: [], statuses: [] },
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.once('end', () => {
      kept.requests.push({ path: request.url ?? '', headers: request.headers });
      const status = kept.statuses.shift() ?? 200;
      if (status === 200) keep(JSON.parse(text) as Body);
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  interface Body {
    readonly resourceSpans: readonly {
      readonly resource: { readonly attributes: readonly KeyValue[] };
      readonly scopeSpans: readonly {
        readonly spans: readonly (Omit<Received, 'attributes'> & {
          readonly attributes: readonly KeyValue[];
        })[];
      }[];
    }[];
  }
  const keep = ({ resourceSpans }: Body): void => {
    for (const { resource, scopeSpans } of resourceSpans) {
      kept.resources.push(readAttributes(resource.attributes));
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        kept.spans.push({ ...span, attributes: readAttributes(span.attributes) });
      }
    }
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { ...kept, server, url: `http://127.0.0.1:${port}/v1/traces` };
}

const opened: { collector: Collector; gateway: TestGateway }[] = [];
afterEach(async () => {
  for (const { collector, gateway } of opened.splice(0)) {
    await gateway.close();
    collector.server.closeAllConnections();
    collector.server.close();
  }
});

async function open(
  settings: TestGatewaySettings = {},
  traces: object = {},
): Promise<{ collector: Collector; gateway: TestGateway }> {
  const collector = await startCollector();
  const gateway = await startTestGateway({
    ...settings,
    configuration: {
      prices: [{ match: '*', input: 1, output: 2 }],
      traces: { endpoint: collector.url, ...traces },
    },
    options: { extensions: [createTraces()], version: '1.2.3', ...settings.options },
  });
  opened.push({ collector, gateway });
  return { collector, gateway };
}

const path = '/v1/chat/completions';
const chatRequest = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };
const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';

describe('the spans of a request', () => {
  it('are those of the request and of its attempt', async () => {
    const { collector, gateway } = await open();
    const usage = { input: 1_000, output: 500, cacheRead: 200 };
    gateway.upstream.script(answerWith({ text: 'A secret answer', usage }));
    const response = await gateway.post(path, chatRequest);
    await response.text();
    await gateway.gateway.maintain();
    const id = response.headers.get('x-request-id') ?? '';
    const [server, client, ...others] = collector.spans;
    expect(others).toEqual([]);
    expect(server).toMatchObject({
      ...{ traceId: id.slice(4), name: 'chat m', kind: 2, flags: 0x101, status: {} },
      attributes: {
        ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' },
        ...{ 'gen_ai.request.stream': false, 'url.path': path, 'http.response.status_code': 200 },
        ...{ 'parley.request_id': id, 'parley.dialect': 'openai-chat' },
        ...{ 'parley.outcome': 'completed', 'parley.attempts': 1 },
      },
    });
    expect(server).not.toHaveProperty('parentSpanId');
    expect(client).toMatchObject({
      ...{ traceId: server?.traceId, parentSpanId: server?.spanId, kind: 3, status: {} },
      attributes: {
        ...{ 'gen_ai.provider.name': 'openai', 'gen_ai.request.model': 'scripted-model' },
        ...{ 'gen_ai.usage.input_tokens': 1_200, 'gen_ai.usage.output_tokens': 500 },
        ...{ 'gen_ai.usage.cache_read.input_tokens': 200, 'parley.upstream': 'up0' },
        ...{ 'parley.attempt': 1, 'http.response.status_code': 200 },
      },
    });
    expect(collector.resources).toMatchObject([
      { 'service.name': 'parley', 'service.version': '1.2.3' },
    ]);
  });

  it('have ids of the right size, and an attempt lies within its request', async () => {
    const { collector, gateway } = await open();
    gateway.upstream.script(answerWith({ text: 'Hi' }));
    const before = Date.now();
    await (await gateway.post(path, chatRequest)).text();
    await gateway.gateway.maintain();
    const [server, client] = collector.spans;
    expect(collector.spans.map(({ traceId }) => traceId)).toEqual(
      Array(2).fill(expect.stringMatching(/^[0-9a-f]{32}$/)),
    );
    for (const { spanId } of collector.spans) expect(spanId).toMatch(/^[0-9a-f]{16}$/);
    const times = [
      server?.startTimeUnixNano,
      client?.startTimeUnixNano,
      client?.endTimeUnixNano,
      server?.endTimeUnixNano,
    ].map((text) => BigInt(text ?? 0));
    expect(times).toEqual(times.toSorted((one, other) => (one < other ? -1 : 1)));
    expect(Number((times[0] ?? 0n) / 1_000_000n)).toBeGreaterThanOrEqual(before - 1_000);
  });

  it('name each attempt, and why one failed', async () => {
    const { collector, gateway } = await open({ formats: ['chat', 'messages'] });
    gateway.upstreams[0]?.script(failWith(503));
    gateway.upstreams[1]?.script(answerWith({ text: 'Hi' }));
    await (await gateway.post(path, chatRequest)).text();
    await gateway.gateway.maintain();
    const attempts = collector.spans.filter(({ kind }) => kind === 3);
    expect(
      attempts.map(({ attributes, status }) => ({ ...attributes, code: status.code })),
    ).toEqual([
      expect.objectContaining({
        ...{ 'parley.upstream': 'up0', 'error.type': 'overloaded', code: 2 },
        'http.response.status_code': 503,
      }),
      expect.objectContaining({ 'parley.upstream': 'up1', 'gen_ai.provider.name': 'anthropic' }),
    ]);
    expect(collector.spans[0]?.status).toEqual({});
  });

  it('say when the first chunk of a stream came', async () => {
    const { collector, gateway } = await open();
    gateway.upstream.script(answerWith({ text: 'Hi' }));
    await (await gateway.post(path, { ...chatRequest, stream: true })).text();
    await gateway.gateway.maintain();
    const attributes = {
      'gen_ai.request.stream': true,
      'gen_ai.response.time_to_first_chunk': expect.any(Number) as number,
    };
    expect(collector.spans).toMatchObject([{ attributes }, { attributes }]);
  });

  it('exist for refused requests, which are no failure of the gateway', async () => {
    const { collector, gateway } = await open();
    await gateway.post(path, { ...chatRequest, model: 'unknown' });
    await gateway.gateway.maintain();
    expect(collector.spans).toMatchObject([
      {
        ...{ name: 'chat', status: {} },
        attributes: { 'http.response.status_code': 404, 'error.type': 'model_not_found' },
      },
    ]);
  });

  it('exist for requests whose client disconnects, and for failures', async () => {
    const { collector, gateway } = await open();
    gateway.upstream.script(reshape(answerWith({ text: 'Hi' }), holdHead));
    const leaving = new AbortController();
    const asked = gateway.post(path, chatRequest, { signal: leaving.signal });
    await expect.poll(() => gateway.upstream.requests).toHaveLength(1);
    leaving.abort();
    await asked;
    for (let attempt = 0; attempt < 6; attempt += 1) gateway.upstream.script(failWith(500));
    await gateway.post(path, chatRequest);
    await gateway.gateway.maintain();
    const requests = collector.spans.filter(({ kind }) => kind === 2);
    expect(requests.map(({ attributes }) => attributes['parley.outcome'])).toEqual([
      'canceled',
      'failed',
    ]);
    expect(requests.at(-1)?.status).toEqual({ code: 2 });
  });

  it('hold no secret and no text of the conversation', async () => {
    const { collector, gateway } = await open({}, { headers: { 'x-collector': 'c0llect' } });
    gateway.upstream.script(answerWith({ text: 'A secret answer' }));
    const secret = { role: 'user', content: 'A secret prompt' };
    await (await gateway.post(path, { ...chatRequest, messages: [secret] })).text();
    await gateway.gateway.maintain();
    const text = JSON.stringify([collector.spans, collector.resources]);
    for (const word of ['secret', gateway.secret, '127.0.0.1', 'credential-of-ours']) {
      expect(text).not.toContain(word);
    }
    expect(collector.requests).toMatchObject([
      { path: '/v1/traces', headers: { 'x-collector': 'c0llect' } },
    ]);
  });
});

describe('the trace of a client', () => {
  it('is continued', async () => {
    const { collector, gateway } = await open({}, { sample: 0 });
    gateway.upstream.script(answerWith({ text: 'Hi' }));
    const headers = { traceparent: `00-${trace}-${parent}-01`, tracestate: 'vendor=1' };
    await (await gateway.post(path, chatRequest, { headers })).text();
    await gateway.gateway.maintain();
    expect(collector.spans).toMatchObject([
      { traceId: trace, parentSpanId: parent, traceState: 'vendor=1', flags: 0x301 },
      { traceId: trace, traceState: 'vendor=1', flags: 0x101 },
    ]);
    const [sent] = gateway.upstream.requests;
    expect(sent?.headers).not.toHaveProperty('traceparent');
  });

  it('decides that it is not sampled', async () => {
    const { collector, gateway } = await open();
    gateway.upstream.script(answerWith({ text: 'Hi' }));
    const headers = { traceparent: `00-${trace}-${parent}-00` };
    await (await gateway.post(path, chatRequest, { headers })).text();
    await gateway.gateway.maintain();
    expect(collector.requests).toEqual([]);
  });
});

describe('a collector', () => {
  async function ask({ gateway }: { gateway: TestGateway }): Promise<void> {
    gateway.upstream.script(answerWith({ text: 'Hi' }));
    await (await gateway.post(path, chatRequest)).text();
  }

  it('that is busy gets the same spans later', async () => {
    let tick = 0;
    const clock = { now: () => Date.now(), monotonic: () => performance.now() + tick };
    const both = await open({ options: { clock } });
    both.collector.statuses.push(503);
    await ask(both);
    await both.gateway.gateway.maintain();
    await both.gateway.gateway.maintain();
    expect([both.collector.requests.length, both.collector.spans.length]).toEqual([1, 0]);
    tick += 2_000;
    await both.gateway.gateway.maintain();
    expect([both.collector.requests.length, both.collector.spans.length]).toEqual([2, 2]);
    expect(both.gateway.log.join('\n')).toContain('"reason":"status 503"');
  });

  it('that refuses spans does not get them again, and the log says so', async () => {
    const both = await open();
    both.collector.statuses.push(400);
    await ask(both);
    await both.gateway.gateway.maintain();
    await both.gateway.gateway.maintain();
    expect([both.collector.requests.length, both.collector.spans.length]).toEqual([1, 0]);
    expect(both.gateway.log.join('\n')).toContain('"lost_spans":2');
  });

  it('gets the last spans when the gateway closes', async () => {
    const both = await open();
    await ask(both);
    await both.gateway.gateway.close();
    expect(both.collector.spans).toHaveLength(2);
  });

  it('that is gone delays nobody, and the log does not show its address', async () => {
    const both = await open();
    both.collector.server.close();
    await ask(both);
    await both.gateway.gateway.close();
    const log = both.gateway.log.join('\n');
    expect(log).toContain('Traces are lost');
    expect(log).not.toContain(new URL(both.collector.url).port);
  });

  it('gets many spans before the next recurring work, and no more than may wait', async () => {
    // The pause after a failure does not end while so many requests are refused, however long that takes.
    const clock = { now: () => Date.now(), monotonic: () => 0 };
    const both = await open({ options: { clock } });
    const refuse = async (count: number): Promise<void> => {
      for (let request = 0; request < count; request += 1) {
        await both.gateway.post(path, { ...chatRequest, model: 'unknown' });
        // Without a turn of the event loop, nothing would be sent to the collector meanwhile.
        await nextTurn();
      }
    };
    await refuse(512);
    await expect.poll(() => both.collector.spans).toHaveLength(512);
    // Until the gateway has read the answer, these spans wait as well.
    await both.gateway.gateway.maintain();
    both.collector.statuses.push(503);
    await refuse(2_100);
    await both.gateway.gateway.maintain();
    expect(both.collector.requests).toHaveLength(2);
    expect(both.gateway.log.join('\n')).toContain('"lost_spans":52');
  });
});
