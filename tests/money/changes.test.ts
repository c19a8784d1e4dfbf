import { setTimeout as wait } from 'node:timers/promises';
import { answerWith } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { ask } from './calls.ts';
import { startFleet, type Fleet } from './fleet.ts';
import { findTestStores } from './test-stores.ts';

/** Maximum time until a change of a key reaches every process, in milliseconds. */
const reachMs = 2_000;
/** A machine that is busy with other work may need longer once, but not each time. */
const bounded = { timeout: 120_000, retry: 3 };

const changes = [
  {
    make: ({ store }: Fleet, id: string) =>
      store.changeKey(id, { limits: { quota: { nanoUsd: 1, reset: 'none' } } }),
    answer: '429 key_quota_exhausted',
  },
  {
    make: ({ store }: Fleet, id: string) => store.changeKey(id, { disabled: true }),
    answer: '401 key_disabled',
  },
  {
    make: ({ store }: Fleet, id: string) => store.deleteKey(id),
    answer: '401 invalid_api_key',
  },
] as const;

/** The response of every process of a fleet to a key. */
function askAll({ processes }: Fleet, secret: string): Promise<readonly string[]> {
  return Promise.all(
    processes.map(async ({ url }) => {
      const { status, reason = '' } = await ask(url, secret);
      return `${status} ${reason}`.trim();
    }),
  );
}

describe.each(['sqlite', 'postgres'] as const)('a change of a key on %s', (name) => {
  const isHere = name === 'sqlite' || process.env['PARLEY_TEST_POSTGRES_URL'] !== undefined;

  it.skipIf(!isHere)(
    'reaches every process within two seconds, be it a limit, a lock or its end',
    bounded,
    async () => {
      for await (const testStore of findTestStores(name)) {
        const fleet = await startFleet(testStore, 2);
        try {
          fleet.upstream.script(answerWith({ text: 'Yes.', usage: { input: 12, output: 20 } }));
          const keys = await Promise.all(changes.map(() => fleet.createKey({})));
          for (const { secret } of keys)
            expect(await askAll(fleet, secret)).toEqual(['200', '200']);
          await Promise.all(changes.map(({ make }, index) => make(fleet, keys[index]?.id ?? '')));
          await wait(reachMs);
          const answers = await Promise.all(keys.map(({ secret }) => askAll(fleet, secret)));
          expect(answers).toEqual(changes.map(({ answer }) => [answer, answer]));
        } finally {
          await fleet.close();
        }
      }
    },
  );
});
