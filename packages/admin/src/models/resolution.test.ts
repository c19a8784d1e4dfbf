import { failWith } from '@parley/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResolutionView } from './resolution.ts';
import { createAdminHarness, type AdminHarness } from '../testing/admin-harness.ts';

let harness: AdminHarness;
beforeAll(async () => {
  harness = await createAdminHarness({
    formats: ['chat', 'messages', 'chat'],
    configuration: {
      prices: [{ match: 'up0/*', input: 1, output: 2 }],
      models: {
        even: { targets: ['up1', 'up2', 'up0'].map((upstream) => ({ upstream })) },
        unpriced: { targets: [{ upstream: 'up1' }] },
      },
    },
    groups: {
      default: {
        models: ['m', 'even', 'unpriced'],
        tiers: [{ match: 'tier', tier: 'opus', to: 'm' }],
      },
      team: { fingerprint: 'tt', models: ['m'] },
    },
  });
});
afterAll(() => harness.testGateway.close());

async function resolve(query: string): Promise<ResolutionView> {
  const { status, body, text } = await harness.call('GET', `/resolve?${query}`);
  expect(status, text).toBe(200);
  return body as ResolutionView;
}

const tell = ({ targets }: ResolutionView) =>
  targets.map(({ upstream, order, skipped }) => [upstream, order, skipped]);

describe('GET /admin/v1/resolve of a name that does not resolve', () => {
  it.each([
    ['group=default&model=evem', 'There is no call name "evem"; did you mean even?'],
    ['group=default&model=claude-haiku-9', 'no tier rule of the group default leads haiku'],
    ['group=team&model=even', 'The group team may not use "even".'],
    ['group=team&model=tt%2Feven', 'The group team may not use "even".'],
    ['key_id=narrow&model=even', 'The key may not use "even".'],
    ['key_id=poor&model=even', 'The account of this key may not use "even".'],
    ['group=default&model=%00', 'There is no call name "\\u0000"'],
  ])('%s: %s', async (query, reason) => {
    const { store } = harness.testGateway;
    if ((await store.readAccount('poor')) === undefined) {
      await harness.testGateway.addKey({ id: 'narrow', models: ['m'] });
      const account = { id: 'poor', name: 'poor', prepaid: false, disabled: false, createdAt: 0 };
      await store.addAccount({ ...account, models: ['m'] });
      await harness.testGateway.addKey({ id: 'poor', accountId: 'poor' });
    }
    const answer = await resolve(query);
    expect(answer).toMatchObject({ found: false, call_name: null, group: null, targets: [] });
    expect(answer.reason).toContain(reason);
  });

  it('requires a scope, and a scope that exists', async () => {
    for (const query of ['group=nobody&model=m', 'key_id=nobody&model=m']) {
      expect((await harness.call('GET', `/resolve?${query}`)).status).toBe(404);
    }
    const both = await harness.call('GET', '/resolve?key_id=key_1&group=team&model=m');
    expect(both.body).toMatchObject({ error: { param: 'group' } });
  });
});

describe('GET /admin/v1/resolve', () => {
  it('returns the order of the targets, and why the others come later', async () => {
    const answer = await resolve('group=default&model=m');
    expect(answer).toMatchObject({ found: true, reason: null, call_name: 'm', group: 'default' });
    expect(tell(answer)).toEqual([
      ['up0', 1, null],
      ['up1', 2, 'Its priority 1 comes after 0.'],
      ['up2', 3, 'Its priority 2 comes after 0.'],
    ]);
    expect(answer.targets.map(({ outbound }) => outbound)).toEqual([
      'openai-chat',
      'anthropic-messages',
      'openai-chat',
    ]);
  });

  it('tries targets with the format of the request first', async () => {
    expect(tell(await resolve('group=default&model=even'))).toEqual([
      ['up2', 1, null],
      ['up0', 2, 'It ranks like the first one: each comes first as often as its weight says.'],
      ['up1', 3, "It does not speak the client's format openai-chat, as the first one does."],
    ]);
    const [first] = (await resolve('group=default&model=even&inbound=anthropic-messages')).targets;
    expect(first).toMatchObject({ upstream: 'up1', outbound: 'anthropic-messages' });
  });

  it('reports limits of the key that would reject the request', async () => {
    await harness.testGateway.addKey({
      id: 'paying',
      limits: { quota: { nanoUsd: 1, reset: 'none' } },
    });
    const answer = await resolve('key_id=paying&model=even');
    const reason = 'It has no price, and this call needs one.';
    expect(tell(answer)).toEqual([
      ['up0', 1, null],
      ['up2', null, reason],
      ['up1', null, reason],
    ]);
    expect(answer.steps).toContain(
      'The spending of this key is limited: it may call only targets with a price.',
    );
    const none = await resolve('key_id=paying&model=unpriced');
    expect(none.targets).toMatchObject([{ order: null, skipped: reason }]);
  });

  it('reports that the key itself is refused', async () => {
    await harness.testGateway.addKey({ id: 'off', disabled: true });
    const { steps } = await resolve('key_id=off&model=m');
    expect(steps[0]).toBe('This key is disabled: its calls are refused.');
  });

  it('puts an upstream with an open circuit breaker last, in the order that a request uses', async () => {
    const [broken] = harness.testGateway.upstreams;
    broken?.script(failWith(500));
    for (let count = 0; count < 3; count++) {
      expect(await harness.chat(harness.testGateway.secret)).toBe(200);
    }
    const answer = await resolve('key_id=key_1&model=claude-opus-4');
    expect(answer).toMatchObject({ call_name: 'm' });
    expect(tell(answer)).toEqual([
      ['up1', 1, null],
      ['up2', 2, 'Its priority 2 comes after 1.'],
      ['up0', 3, 'The circuit breaker of its upstream is open: it is a last resort.'],
    ]);
    expect(answer.targets[2]?.state).toBe('resting');
  });
});
