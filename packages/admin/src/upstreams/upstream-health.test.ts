import { answerModels, failWith, jsonReply, redirect } from '@parley/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HealthView } from './upstream-health.ts';
import { credential } from '@parley/core/testing';
import { createAdminHarness, type AdminHarness } from '../testing/admin-harness.ts';

let harness: AdminHarness;
beforeEach(async () => {
  harness = await createAdminHarness({ formats: ['chat', 'messages'] });
});
afterEach(() => harness.testGateway.close());

async function readHealth(upstream = 'up0'): Promise<HealthView | undefined> {
  const { body } = await harness.call('GET', '/health');
  return (body as { data: readonly HealthView[] }).data.find((each) => each.upstream === upstream);
}

describe('GET /admin/v1/health', () => {
  it('shows upstreams that have not been called yet', async () => {
    expect(await readHealth()).toEqual({
      object: 'upstream.health',
      upstream: 'up0',
      provider: 'openai',
      state: 'untried',
      failures: 0,
      resting_until: null,
      last_success_at: null,
      last_failure: null,
      models: 0,
      credential: 'set',
    });
  });

  it('shows the last failure without secrets, and until when the circuit breaker is open', async () => {
    harness.testGateway.upstream.script(
      failWith(503, { message: `No capacity for ${credential}.` }),
    );
    for (let count = 0; count < 3; count++) await harness.chat(harness.testGateway.secret);
    const health = await readHealth();
    expect(health).toMatchObject({
      state: 'resting',
      failures: 3,
      last_failure: { code: 'overloaded', status: 503 },
    });
    expect(health?.last_failure?.message).toContain('No capacity for');
    expect(JSON.stringify(health)).not.toContain(credential);
    const rest =
      Date.parse(health?.resting_until ?? '') - Date.parse(health?.last_failure?.at ?? '');
    expect(rest).toBeGreaterThan(4_000);
    expect((await readHealth('up1'))?.last_success_at).not.toBeNull();
  });
});

describe('a recovery', () => {
  it('closes the circuit breaker of an upstream, and is recorded in the audit log', async () => {
    harness.testGateway.upstream.script(failWith(500));
    for (let count = 0; count < 3; count++) await harness.chat(harness.testGateway.secret);
    const response = await harness.call('POST', '/upstreams/up0/recoveries', { body: {} });
    expect(response.body).toMatchObject({ state: 'ready', failures: 0, resting_until: null });
    const calls = harness.testGateway.upstream.requests.length;
    await harness.chat(harness.testGateway.secret);
    expect(harness.testGateway.upstream.requests.length).toBeGreaterThan(calls);
    const audit = await harness.call('GET', '/audit?subject_kind=upstream&subject_id=up0');
    expect(audit.body).toMatchObject({ data: [{ action: 'upstream.recover' }] });
  });

  it.each(['tests', 'recoveries'])(
    '%s of an unknown upstream returns 404, and viewers are refused',
    async (what) => {
      const response = await harness.call('POST', `/upstreams/no%2Fbody/${what}`, { body: {} });
      expect(response.status).toBe(404);
      expect(response.body).toMatchObject({ error: { code: 'upstream_not_found' } });
      const secret = await harness.addToken('viewer');
      const refused = await harness.call('POST', `/upstreams/up0/${what}`, { body: {}, secret });
      expect(refused.status).toBe(403);
    },
  );
});

describe('a test of an upstream', () => {
  const test = async (upstream = 'up0') =>
    (await harness.call('POST', `/upstreams/${upstream}/tests`, { body: {} })).body;

  it('returns the models, and sends the credential to the upstream only', async () => {
    harness.testGateway.upstream.scriptModels(answerModels(['a', 'org/b:8b']));
    expect(await test()).toMatchObject({
      object: 'upstream.test',
      upstream: 'up0',
      ok: true,
      status: 200,
      error_code: null,
      message: null,
      models: ['a', 'org/b:8b'],
    });
    expect(harness.testGateway.upstream.requests.at(-1)).toMatchObject({
      method: 'GET',
      headers: { authorization: `Bearer ${credential}` },
    });
  });

  it.each([
    ['refuses the credential', failWith(401, { message: `Wrong: ${credential}` }), 401],
    ['is broken', failWith(500), 500],
    ['leads elsewhere', redirect('http://127.0.0.1:9/', 302), 302],
    ['answers with something else', jsonReply({ hello: credential }), 200],
  ])('tells that it %s', async (_what, script, status) => {
    harness.testGateway.upstream.scriptModels(script);
    const answer = await test();
    expect(answer).toMatchObject({
      ok: false,
      status,
      models: null,
      error_code: expect.stringMatching(/^upstream-/) as unknown,
    });
    expect(JSON.stringify(answer)).not.toContain(credential);
  });

  it('has the words in which the upstream refuses the credential, which its secrets are not part of', async () => {
    const words = 'This key is of another resource';
    harness.testGateway.upstream.scriptModels(
      failWith(401, { message: `${words}: ${credential}` }),
    );
    expect(await test()).toMatchObject({
      message: expect.stringContaining(`The upstream says: ${words}: [redacted]`) as unknown,
    });
  });

  it('reports an unreachable upstream without its address', async () => {
    await harness.testGateway.upstream.close();
    const answer = await test();
    expect(answer).toMatchObject({
      ok: false,
      status: null,
      error_code: 'upstream-unavailable',
      message: 'The connection to the upstream failed.',
    });
    expect(JSON.stringify(answer)).not.toContain('127.0.0.1');
  });

  it('makes the models of an upstream that lists none itself available', async () => {
    const keyed = await createAdminHarness({ options: { secretKey: 'ab'.repeat(32) } });
    keyed.testGateway.upstream.scriptModels(answerModels(['fresh-model']));
    const { url } = keyed.testGateway.upstream;
    const body = { provider: 'openai-compatible', base_url: `${url}/v1` };
    await keyed.call('PUT', '/upstreams/mine', { body });
    expect(await keyed.chat(keyed.testGateway.secret, 'fresh-model')).toBe(404);
    expect(await keyed.chat(keyed.testGateway.secret, 'mine/other-model')).toBe(200);
    await keyed.call('POST', '/upstreams/mine/tests', { body: {} });
    expect(await keyed.chat(keyed.testGateway.secret, 'fresh-model')).toBe(200);
    expect(await keyed.chat(keyed.testGateway.secret, 'mine/other-model')).toBe(404);
    const { body: list } = await keyed.call('GET', '/health');
    const { data } = list as { data: readonly HealthView[] };
    expect(data.find(({ upstream }) => upstream === 'mine')).toMatchObject({ models: 1 });
    await keyed.testGateway.close();
  });
});
