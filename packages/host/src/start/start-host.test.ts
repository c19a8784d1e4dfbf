import { createMemoryStore } from '@parley/core/memory-store';
import { expect, it } from 'vitest';
import { loadConfiguration } from '../configuration/load.ts';
import { prepareUnattended, startHost } from './start-host.ts';

it('closes a host that cannot be prepared, so that its runtime can start another', async () => {
  const environment = { PARLEY_ADMIN_TOKEN: 'no token' };
  const store = createMemoryStore();
  const host = await startHost({
    ...{ environment, loaded: loadConfiguration({ environment }) },
    ...{ log: () => undefined, version: '0.0.0' },
    openOwnStore: async () => ({ store, description: 'in memory', isNew: true }),
  });
  await expect(prepareUnattended(host)).rejects.toThrow('PARLEY_ADMIN_TOKEN');
  await expect(store.listAdminTokens()).rejects.toThrow('The store is closed.');
});
