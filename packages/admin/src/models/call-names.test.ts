import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallNameView } from './call-names.ts';
import { createAdminHarness, type AdminHarness } from '../testing/admin-harness.ts';

let harness: AdminHarness;
beforeAll(async () => {
  harness = await createAdminHarness({
    formats: ['chat', 'messages'],
    configuration: {
      prices: [
        { match: 'up0/*', input: 3, output: 15, cache_read: 0.3 },
        {
          ...{ match: 'up1/*', input: 4, output: 15, fees: { web_search: 10 } },
          tiers: [{ above: 200_000, input: 8, output: 30 }],
        },
      ],
      models: {
        other: { targets: [{ upstream: 'up1', model: 'x' }], max_input_tokens: 1_000 },
        same: { targets: [{ upstream: 'up0' }, { upstream: 'up0', model: 'b', priority: 1 }] },
      },
    },
    groups: {
      default: { models: ['m', 'same'] },
      team: {
        fingerprint: 'tt',
        models: ['m', 'other'],
        multiplier: 1.234567,
        tiers: [{ match: 'exact', name: 'gpt-x', to: 'other' }],
      },
    },
  });
});
afterAll(() => harness.testGateway.close());

async function list(query: string): Promise<readonly CallNameView[]> {
  const { status, body, text } = await harness.call('GET', `/call-names${query}`);
  expect(status, text).toBe(200);
  return (body as { data: readonly CallNameView[] }).data;
}

describe('GET /admin/v1/call-names', () => {
  it.each([
    ['?key_id=nobody', 404, 'key_not_found'],
    ['?group=nobody', 404, 'group_not_found'],
    ['?group=team&key_id=key_1', 400, 'invalid_request'],
    ['?group=', 400, 'invalid_request'],
  ])('%s is refused', async (query, status, code) => {
    const response = await harness.call('GET', `/call-names${query}`);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ error: { code } });
  });

  it('lists the names of the default group by default', async () => {
    expect((await list('')).map(({ name }) => name)).toEqual(['m', 'same']);
  });

  it('lists what each of the groups of a key adds, behind its fingerprint', async () => {
    await harness.testGateway.addKey({ id: 'key_2', groups: ['default', 'team'] });
    const names = await list('?key_id=key_2');
    expect(names.map(({ name, model, group, fingerprint }) => [name, model, group, fingerprint]))
      // Ordered by name.
      .toEqual([
        ['m', 'm', 'default', null],
        ['same', 'same', 'default', null],
        ['tt/m', 'm', 'team', 'tt'],
        ['tt/other', 'other', 'team', 'tt'],
      ]);
  });

  it('omits names that the key or its account may not use', async () => {
    await harness.testGateway.addKey({ id: 'key_3', groups: ['team'], models: ['other'] });
    const names = await list('?key_id=key_3');
    expect(names.map(({ name }) => name)).toEqual(['gpt-x', 'other', 'tt/other']);
  });

  it('returns the exact prices that the caller pays', async () => {
    const [m] = await list('?group=default');
    expect(m).toMatchObject({
      price: {
        input: '3',
        output: '15',
        cache_read: '0.3',
        cache_write: '3.75',
        reasoning: '15',
        tiers: [],
        multiplier: 1,
      },
      price_source: 'configuration',
      price_varies: true,
      free: false,
    });
    const other = (await list('?group=team')).find(({ name }) => name === 'other');
    expect(other).toMatchObject({
      max_input_tokens: 1_000,
      price: {
        input: '4.938268',
        output: '18.518505',
        tiers: [{ above: 200_000, input: '9.876536', output: '37.03701' }],
        fees: { web_search: '12.34567' },
        multiplier: 1.234567,
      },
      price_varies: false,
    });
  });

  it('returns no price where there is none', async () => {
    const bare = await createAdminHarness();
    const response = await bare.call('GET', '/call-names');
    const data = (response.body as { data: readonly CallNameView[] }).data;
    expect(data[0]).toMatchObject({ name: 'm', price: null, price_source: null, free: false });
    await bare.testGateway.close();
  });

  it('returns the targets by priority, with their health', async () => {
    const states = async () =>
      (await list('?group=default'))[0]?.targets.map(({ upstream, state }) => [upstream, state]);
    expect(await states()).toEqual([
      ['up0', 'untried'],
      ['up1', 'untried'],
    ]);
    await harness.chat(harness.testGateway.secret);
    expect(await states()).toEqual([
      ['up0', 'ready'],
      ['up1', 'untried'],
    ]);
  });

  it('is available as CSV', async () => {
    const { text } = await harness.call('GET', '/call-names?group=default&format=csv');
    expect(text.split('\r\n')[0]).toContain('name,model,group,fingerprint');
    expect(text).toContain('price_input');
  });
});
