/** Tells whether a call failed because the process has no file left; for the runtimes that call upstreams with `fetch`. */
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { tooManyFiles, UpstreamConnectionError } from '@parley/core';

/**
 * Throws the error of a call without a response. Errors of `fetch` do not always state the cause: where it has no file
 * to look up a name, Bun 1.4 says that the connection was refused.
 */
export function failCall(error: unknown): never {
  throw hasFiles() ? error : new UpstreamConnectionError(true, error, tooManyFiles);
}

/** Whether the process, and the machine, can open another file. */
function hasFiles(): boolean {
  try {
    closeSync(openSync(devNull, 'r'));
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && /^E[MN]FILE$/.test(String(error.code)));
  }
}
