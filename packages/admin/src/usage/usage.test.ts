import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdminHarness, type AdminHarness } from '../testing/admin-harness.ts';
import { settleSamples } from '@parley/core/testing';

let harness: AdminHarness;
beforeAll(async () => {
  harness = await createAdminHarness();
  await settleSamples(harness.testGateway);
});
afterAll(() => harness.testGateway.close());

describe('usage', () => {
  it('is summed by the requested dimensions', async () => {
    const total = (await harness.call('GET', '/usage')).body as { data: unknown[] };
    expect(total.data).toMatchObject([
      { requests: 5, failures: 2, input_tokens: 75, amount: '0.000004', key_id: null, time: null },
    ]);
    const byKey = (await harness.call('GET', '/usage?by=key,time')).body as { data: unknown[] };
    expect(byKey.data).toContainEqual(
      expect.objectContaining({ key_id: 'key_2', requests: 1, time: '2026-11-20T12:00:00.000Z' }),
    );
    const filtered = await harness.call(
      'GET',
      '/usage?key_id=key_1&model=m&from=2026-11-20T00:00:00Z',
    );
    expect(filtered.body).toMatchObject({ data: [{ requests: 2 }] });
  });

  it('is summed by days of a time zone', async () => {
    const response = await harness.call('GET', '/usage?by=day&time_zone=Asia/Tokyo');
    expect(response.body).toMatchObject({
      data: [{ time: '2026-11-19T15:00:00.000Z', requests: 5 }],
    });
    const hours = await harness.call('GET', '/usage?by=model,hour&model=m&format=csv');
    expect(hours.text).toContain('2026-11-20T12:00:00.000Z');
  });

  it.each(['by=day&time_zone=Mars', 'by=day&time_zone=', `time_zone=${'x'.repeat(65)}`])(
    'is not summed up ?%s',
    async (query) => {
      const response = await harness.call('GET', `/usage?${query}`);
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({ error: { param: 'time_zone' } });
    },
  );

  it('names the dimensions when one is unknown', async () => {
    const { body } = await harness.call('GET', '/usage?by=colour');
    expect(body).toMatchObject({
      error: {
        message: expect.stringMatching(/^by\.0: Use time, day, .* upstream_model\.$/) as unknown,
      },
    });
  });

  it('reports that a request has more rows than one response holds', async () => {
    const other = await createAdminHarness();
    const refuse = () => Promise.reject(new RangeError('These are more than 9 sums.'));
    Object.assign(other.testGateway.store, { sumUsage: refuse });
    for (const by of ['time', 'day']) {
      const response = await other.call('GET', `/usage?by=${by}`);
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({ error: { code: 'out_of_range' } });
    }
    await other.testGateway.close();
  });

  it.each(['by=colour', 'by=key,colour', 'by=day,hour', 'by=time,key,day'])(
    'is not summed up ?%s',
    async (query) => {
      const response = await harness.call('GET', `/usage?${query}`);
      expect(response.status).toBe(400);
      expect((response.body as { error: { param: string } }).error.param).toMatch(/^by/);
    },
  );
});
