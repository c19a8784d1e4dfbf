import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareServerClock } from './server-clock.ts';
import { createSchema, serverUrl, type TemporarySchema } from './testing/temporary-store.ts';

describe.skipIf(serverUrl === undefined)('the clock of the server', () => {
  let schema: TemporarySchema;

  beforeAll(async () => {
    schema = await createSchema();
  });

  afterAll(() => schema.drop());

  async function setAhead(interval: string): Promise<void> {
    const client = new pg.Client({ connectionString: schema.url });
    await client.connect();
    await client.query('update test_clock set ahead = $1', [interval]);
    await client.end();
  }

  it.each([
    ['0', 0],
    ['10 minutes', 600_000],
    ['-2 days', -172_800_000],
  ])('is compared when it is %s ahead', async (interval, ms) => {
    await setAhead(interval);
    const { aheadMs, errorMs } = await compareServerClock({ url: schema.url });
    expect(Math.abs(aheadMs - ms)).toBeLessThanOrEqual(errorMs + 1);
  });

  it('is not read where there is no server', async () => {
    const compared = compareServerClock({ url: 'postgres://127.0.0.1:1/parley' });
    await expect(compared).rejects.toThrow('PostgreSQL');
  });
});
