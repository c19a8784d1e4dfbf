import { addSampleKey, describeStore } from '@parley/store-suite';
import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHarness, serverUrl } from './testing/temporary-store.ts';

const hour = 3_600_000;

// In one file, because each test empties the server.
describe.skipIf(serverUrl === undefined)('on a real server', () => {
  describeStore('SQLite + Redis', createHarness, {
    supports: { persistence: true, sharing: true, ratesAhead: false },
  });

  it.each([hour, 24 * hour])(
    'the rates of a key owe what they owed, and no more, after a clock was %d milliseconds ahead',
    async (aheadMs) => {
      const harness = await createHarness();
      onTestFinished(() => harness.dispose());
      await addSampleKey(harness.store, 1);
      const ask = (id: string) =>
        harness.store.reserve({
          ...{ id, keyId: 'key-1', accountId: 'default', last: false, owner: 'me', lifeMs: 60_000 },
          limits: { requestsPerMinute: 2, tokensPerMinute: 1_000 },
          amounts: { nanoUsd: 0, leastNanoUsd: 0, tokens: 0, leastTokens: 0, rateTokens: 100 },
        });
      await ask('a');
      await writeAhead('key-1', aheadMs);
      const kinds = [(await ask('b')).kind, (await ask('c')).kind];
      expect(kinds).toEqual(['granted', 'refused']);
    },
  );
});

/** Makes the rates of a key what they would be, had the clock of Redis been ahead when they were written. */
async function writeAhead(keyId: string, milliseconds: number): Promise<void> {
  const redis = new Redis(serverUrl ?? '');
  const name = `parley:{${keyId}}:rates`;
  const fields = await redis.hkeys(name);
  for (const field of fields) await redis.hincrbyfloat(name, field, milliseconds);
  redis.disconnect();
}
