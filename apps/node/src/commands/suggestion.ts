import { findNearestNames } from '@parley/core';

/** A sentence to follow an error, or nothing. */
export function suggest(written: string, names: readonly string[], prefix = ''): string {
  const [nearest] = findNearestNames(written, names, 1);
  return nearest === undefined ? '' : ` Did you mean ${prefix}${nearest}?`;
}
