/** Opens a store in memory, for trials on hosts without a disk. */
import { ConfigurationError } from '@parley/core';
import { createMemoryStore } from '@parley/core/memory-store';
import type { Environment } from '../configuration/substitution.ts';
import type { OpenedStore } from './open-store.ts';

/** The variable that allows a store in memory when its value is `memory`. */
const storeVariable = 'PARLEY_STORE';

/**
 * Opens a store in memory when `PARLEY_STORE` is `memory`. It is never the default: keys and money would be
 * lost with each instance of a function, and instances would not share them.
 * @throws ConfigurationError when the variable has another value
 */
export async function openTrialStore(environment: Environment): Promise<OpenedStore> {
  if (environment[storeVariable] !== 'memory') {
    const message =
      'Set PARLEY_DATABASE_URL to a PostgreSQL database, or PARLEY_STORE to "memory" for a trial ' +
      'without lasting data.';
    throw new ConfigurationError([{ path: [storeVariable], message }]);
  }
  return { store: createMemoryStore(), description: 'in memory', isNew: true };
}
