import { ConfigurationError } from '@parley/core';
import { readSecretKey } from '@parley/core/extension';
import type { Environment } from './substitution.ts';

/**
 * The key that seals credentials in the store, as it is written in `PARLEY_SECRET_KEY`.
 * @throws ConfigurationError when it is no key; it is not shown
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
