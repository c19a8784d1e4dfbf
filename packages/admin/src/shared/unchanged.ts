/** Repeats a change that another one came in between; used by the admin API and the changes of entities. */
import { StoreChangedError } from '@parley/core/store';
import { changedMeanwhile } from './etag.ts';

/** How often a change is tried. */
const maxTries = 10;

/**
 * Tries a change again, from reading on, if what it had read was changed before it was written.
 * @throws GatewayError with status 412 if that happens again and again
 */
export async function runUntilUnchanged<Result>(
  run: () => Promise<Result>,
  tries = maxTries,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof StoreChangedError)) throw error;
    if (tries === 1) throw changedMeanwhile();
  }
  return runUntilUnchanged(run, tries - 1);
}
