import process from 'node:process';
import { ConfigurationError } from '@parley/core';
import { ConfigurationFileError } from '../configuration/fault.ts';
import { redactSecrets } from '../logging/redaction.ts';

/** The exit code of a program whose configuration cannot be used. */
export const configurationExitCode = 2;

/** Runs a program without commands; a failure becomes a message on standard error and an exit code. */
export async function runProgram(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    process.stderr.write(`${redactSecrets(describeFailure(error))}\n`);
    process.exitCode = isConfigurationFault(error) ? configurationExitCode : 1;
  }
}

const expected = new Set(['StoreUnavailableError', 'StoreVersionError', 'StoreConflictError']);

/** What people can act on is said in a sentence; anything else is a bug and shows where it is. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return `parley: ${String(error)}`;
  if (isConfigurationFault(error)) {
    return `parley: the configuration cannot be used\n${error.message}`;
  }
  return `parley: ${expected.has(error.name) ? error.message : (error.stack ?? error.message)}`;
}

export function isConfigurationFault(error: unknown): boolean {
  return error instanceof ConfigurationFileError || error instanceof ConfigurationError;
}
