import { describe, expect, it } from 'vitest';
import { openTrialStore } from './trial-store.ts';

describe('a host without a disk and without a database', () => {
  it.each([{}, { PARLEY_STORE: '' }, { PARLEY_STORE: 'sqlite' }])(
    'refuses to start with %j, and says what to set',
    async (environment) => {
      await expect(openTrialStore(environment)).rejects.toThrow('PARLEY_DATABASE_URL');
    },
  );

  it('keeps everything in memory if the operator chooses that', async () => {
    const { store, description } = await openTrialStore({ PARLEY_STORE: 'memory' });
    expect(description).toBe('in memory');
    expect(await store.listKeys({ limit: 1 })).toEqual([]);
  });
});
