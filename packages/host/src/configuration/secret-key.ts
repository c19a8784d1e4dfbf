/** Reads `PARLEY_SECRET_KEY`, which encrypts the credentials in the store. */
import { ConfigurationError } from '@parley/core';
import { readSecretKey } from '@parley/admin';
import type { Environment } from './substitution.ts';

/**
 * The key as it is written; undefined when the variable is unset or empty.
 * @throws ConfigurationError for an invalid key, which the message does not contain
 */
export function findSecretKey({ PARLEY_SECRET_KEY: key }: Environment): string | undefined {
  if (key === undefined || key === '') return undefined;
  try {
    readSecretKey(key);
    return key;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ConfigurationError([{ path: ['PARLEY_SECRET_KEY'], message: error.message }]);
  }
}
