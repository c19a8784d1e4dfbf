/** The store of a host without a disk that was given no database: none, or one in memory for a trial. */
import { ConfigurationError } from '@parley/core';
import { createMemoryStore } from '@parley/core/memory-store';
import type { Environment } from '../configuration/substitution.ts';
import type { OpenedStore } from './open-store.ts';

/** Says `memory` when everything may be forgotten with the process. */
export const storeVariable = 'PARLEY_STORE';

/**
 * Opens a store in memory where `PARLEY_STORE` is `memory`. It is not the default anywhere: keys and
 * money would vanish with each instance of a function, and no two instances would agree.
 * @throws ConfigurationError where it is not
 */
export async function openTrialStore(environment: Environment): Promise<OpenedStore> {
  if (environment[storeVariable] !== 'memory') {
    const message =
      'Name a PostgreSQL database in PARLEY_DATABASE_URL, or set PARLEY_STORE to "memory" for a trial ' +
      'that forgets everything when it ends.';
    throw new ConfigurationError([{ path: [storeVariable], message }]);
  }
  return { store: createMemoryStore(), description: 'in memory', isNew: true };
}
