import { readFileSync } from 'node:fs';
import { answerWith, failWith } from '@parley/testkit';
import { StoreUnavailableError } from '@parley/core/store';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createAdminHarness,
  type AdminHarness,
  type AdminTestGatewaySettings,
} from '../testing/admin-harness.ts';
import { createExchangeMetrics } from './exchange-metrics.ts';

let harness: AdminHarness | undefined;
afterEach(() => harness?.testGateway.close());

async function open(settings: AdminTestGatewaySettings = {}): Promise<AdminHarness> {
  harness = await createAdminHarness(settings);
  return harness;
}

/** Fails a request, with all of its attempts. */
async function fail({ testGateway, chat }: AdminHarness): Promise<number> {
  for (let attempt = 0; attempt < 6; attempt += 1) testGateway.upstream.script(failWith(500));
  return chat(testGateway.secret);
}

async function ask({ testGateway }: AdminHarness, secret?: string): Promise<Response> {
  const headers = new Headers(secret === undefined ? [] : [['authorization', `Bearer ${secret}`]]);
  return testGateway.gateway.fetch(new Request('http://parley.test/metrics', { headers }));
}

/** The samples by name and labels. */
async function read(opened: AdminHarness): Promise<ReadonlyMap<string, number>> {
  const text = await (await ask(opened, opened.secret)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(\w+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      return [name, Number(value)];
    }),
  );
}

const prices = {
  prices: [{ match: '*', input: 1, output: 2, cache_read: 0.5 }],
};
const model =
  'gen_ai_operation_name="chat",gen_ai_provider_name="openai",gen_ai_request_model="m",' +
  'gen_ai_response_model="scripted-model"';

describe('the metrics', () => {
  it('count requests, tokens and dollars', async () => {
    const opened = await open({ configuration: prices });
    const usage = { input: 1_000, output: 500, cacheRead: 200 };
    opened.testGateway.upstream.script(answerWith({ text: 'Hi', usage }));
    expect(await opened.chat(opened.testGateway.secret)).toBe(200);
    const samples = await read(opened);
    const ended = 'dialect="openai-chat",gen_ai_operation_name="chat"';
    expect(samples.get(`parley_requests_total{${ended},status="200",outcome="completed"}`)).toBe(1);
    expect(samples.get('parley_upstream_attempts_total{upstream="up0",outcome="completed"}')).toBe(
      1,
    );
    expect(samples.get('parley_overhead_seconds_count')).toBe(1);
    const duration = 'gen_ai_server_request_duration_seconds_count';
    expect(samples.get(`${duration}{${model},error_type=""}`)).toBe(1);
    const tokens = 'gen_ai_client_token_usage_sum';
    expect(samples.get(`${tokens}{${model},gen_ai_token_type="input"}`)).toBe(1_200);
    expect(samples.get(`${tokens}{${model},gen_ai_token_type="output"}`)).toBe(500);
    expect(samples.get(`parley_cached_tokens_total{${model},kind="read"}`)).toBe(200);
    expect(samples.get(`parley_charged_usd_total{${model}}`)).toBe(0.0021);
    expect(samples.get(`parley_cost_usd_total{${model}}`)).toBe(0.0021);
    expect([...samples.keys()].some((name) => name.includes('time_to_first_token'))).toBe(false);
  });

  it('have the first token and the pace of streams', async () => {
    const opened = await open();
    const usage = { input: 10, output: 20 };
    opened.testGateway.upstream.script(answerWith({ text: 'Hi', usage }));
    const body = { model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] };
    await (await opened.testGateway.post('/v1/chat/completions', body)).text();
    const samples = await read(opened);
    expect(samples.get(`gen_ai_server_time_to_first_token_seconds_count{${model}}`)).toBe(1);
    expect(samples.get(`gen_ai_server_time_per_output_token_seconds_count{${model}}`)).toBe(1);
  });

  it('have failed attempts and the kind of error', async () => {
    const opened = await open();
    expect(await fail(opened)).toBe(502);
    const samples = await read(opened);
    const failed = 'parley_upstream_attempts_total{upstream="up0",outcome="upstream-unavailable"}';
    expect(samples.get(failed)).toBeGreaterThan(0);
    const duration = 'gen_ai_server_request_duration_seconds_count';
    expect(samples.get(`${duration}{${model},error_type="upstream-unavailable"}`)).toBe(1);
  });

  it('have the reasons of refusals, and nothing that clients wrote', async () => {
    const opened = await open();
    const { secret } = opened.testGateway;
    expect(await opened.chat(secret, 'made-up-by-a-client')).toBe(404);
    expect(await opened.chat('sk-parley-wrong')).toBe(401);
    const samples = await read(opened);
    expect(samples.get('parley_refused_requests_total{reason="model_not_found"}')).toBe(1);
    expect(samples.get('parley_refused_requests_total{reason="invalid_api_key"}')).toBe(1);
    const names = [...samples.keys()].join('\n');
    expect(names).not.toContain('made-up');
    expect(names).not.toMatch(/key_1|account|sk-/);
  });

  it('have the state of the gateway', async () => {
    const load = { measure: () => ({ delayMs: 20, heapShare: 0.25 }) };
    const opened = await open({ options: { load, facts: { runtime: 'test 1' } } });
    const samples = await read(opened);
    expect(samples.get('parley_build_info{version="0",runtime="test 1"}')).toBe(1);
    expect(samples.get('parley_upstream_up{upstream="up0"}')).toBe(1);
    expect(samples.get('parley_running_requests')).toBe(0);
    expect(samples.get('parley_waiting_settlements')).toBe(0);
    expect(samples.get('parley_event_loop_delay_seconds')).toBe(0.02);
    expect(samples.get('parley_heap_ratio')).toBe(0.25);
    expect(samples.get('parley_price_catalogue_age_seconds')).toBeGreaterThan(0);
    for (let count = 0; count < 3; count += 1) await fail(opened);
    expect((await read(opened)).get('parley_upstream_up{upstream="up0"}')).toBe(0);
  });

  it('are all described in the documentation', async () => {
    const opened = await open({ configuration: { metrics: 'public' } });
    await fail(opened);
    const text = await (await ask(opened)).text();
    const page = readFileSync(new URL('../../../../docs/metrics.md', import.meta.url), 'utf8');
    const described = new Set(Array.from(page.matchAll(/^\| `(\w+)`/gm), ([, name]) => name));
    const shown = Array.from(text.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name);
    expect(shown.filter((name) => !described.has(name))).toEqual([]);
    const all = createExchangeMetrics(() => undefined).read();
    expect(all.filter(({ name }) => !described.has(name))).toEqual([]);
  });

  it('of several processes are shown by each of them', async () => {
    let shared = (): readonly object[] => [];
    const peers = {
      share: (read: typeof shared) => {
        shared = read;
      },
      collect: () =>
        Promise.resolve(
          new Map([
            ['1', shared()],
            ['2', shared()],
          ]) as never,
        ),
    };
    const samples = await read(await open({ admin: { metrics: peers } }));
    expect(samples.get('parley_running_requests{worker="1"}')).toBe(0);
    expect(samples.get('parley_running_requests{worker="2"}')).toBe(0);
  });
});

describe('the endpoint of the metrics', () => {
  it('is for holders of an admin token', async () => {
    const opened = await open();
    const response = await ask(opened, await opened.addToken('viewer'));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect((await ask(opened)).status).toBe(401);
    expect((await ask(opened, opened.testGateway.secret)).status).toBe(401);
  });

  it('goes on for whoever has read it while the store cannot confirm a token, for an hour', async () => {
    let tick = 0;
    const clock = { now: () => Date.now(), monotonic: () => tick };
    const opened = await open({ options: { clock } });
    const viewer = await opened.addToken('viewer');
    const other = await opened.addToken('viewer');
    expect((await ask(opened, viewer)).status).toBe(200);
    const { store } = opened.testGateway;
    const { findAdminToken } = store;
    const failing = () => Promise.reject(new StoreUnavailableError('down'));
    Object.assign(store, { findAdminToken: failing });
    tick = 59 * 60_000;
    expect((await ask(opened, viewer)).status).toBe(200);
    expect((await ask(opened, other)).status).toBe(503);
    tick = 60 * 60_000;
    expect((await ask(opened, viewer)).status).toBe(503);
    Object.assign(store, { findAdminToken });
    expect((await ask(opened, viewer)).status).toBe(200);
    Object.assign(store, { findAdminToken: () => Promise.resolve(undefined) });
    expect((await ask(opened, viewer)).status).toBe(401);
    Object.assign(store, { findAdminToken: failing });
    expect((await ask(opened, viewer)).status).toBe(503);
  });

  it('may be public', async () => {
    const opened = await open({ configuration: { metrics: 'public' } });
    expect((await ask(opened)).status).toBe(200);
  });

  it.each([[{ configuration: { metrics: false } }], [{ admin: { metrics: false } }]] as const)(
    'may be turned off by %j',
    async (settings) => {
      const opened = await open(settings);
      const response = await ask(opened, opened.secret);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: 'unknown_endpoint' } });
    },
  );
});
