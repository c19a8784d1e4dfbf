import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdminHarness, type AdminHarness } from '../testing/admin-harness.ts';
import { settleSamples } from '@parley/core/testing';

let harness: AdminHarness;
beforeAll(async () => {
  harness = await createAdminHarness();
  await settleSamples(harness.testGateway);
});
afterAll(() => harness.testGateway.close());

describe('latency', () => {
  const times = { p50: 9, p95: 9 };
  const firstByte = { p50: 5, p95: 5 };

  it.each([
    ['', { requests: 5, first_byte: firstByte, duration: times }],
    ['key_id=key_2', { requests: 1, first_byte: firstByte, duration: null }],
    ['key_id=nobody', { requests: 0, first_byte: null, duration: null }],
    ['model=m&account_id=default&group=default&upstream=up0', { requests: 1, duration: times }],
    ['from=2026-11-20T12:01:00Z&until=2026-11-20T12:03:00Z', { requests: 2 }],
  ])('is measured by ?%s', async (query, expected) => {
    const { body } = await harness.call('GET', `/latency?${query}`);
    expect(body).toMatchObject({ object: 'latency', ...expected });
  });

  it.each([
    ['from=yesterday', 'from'],
    ['outcome=failed', 'outcome'],
  ])('is not measured by ?%s', async (query, param) => {
    const response = await harness.call('GET', `/latency?${query}`);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: { param } });
  });
});
