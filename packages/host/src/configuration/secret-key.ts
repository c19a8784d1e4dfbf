/** Reads `PARLEY_SECRET_KEY`, which encrypts the credentials in the store. */
import { ConfigurationError } from '@parley/core';
import { readSecretKeys } from '@parley/core/extension';
import type { Environment } from './substitution.ts';

/**
 * The key as written, perhaps with earlier ones after it; undefined when the variable is unset or empty.
 * @throws ConfigurationError for an invalid key; the message does not contain the key
 */
export function findSecretKey({ PARLEY_SECRET_KEY: key }: Environment): string | undefined {
  if (key === undefined || key === '') return undefined;
  try {
    readSecretKeys(key);
    return key;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ConfigurationError([{ path: ['PARLEY_SECRET_KEY'], message: error.message }]);
  }
}
