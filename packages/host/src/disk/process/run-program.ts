/** Runs the program of an entry without commands, and turns its failure into a message and an exit code. */
import process from 'node:process';
import { ConfigurationError, redactSecrets } from '@parley/core';
import { ConfigurationFileError } from '../../configuration/fault.ts';
import { escapeLines, findLogFormat, type LogFormat } from '../../logging/logger.ts';
import { createProcessLogger } from './process-logger.ts';

/** The exit code for an invalid configuration. */
export const configurationExitCode = 2;

/** Writes a failure to standard error and sets the exit code. */
export async function runProgram(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    writeFailure(describeFailure(error), findLogFormat(process.env));
    process.exitCode = isConfigurationFault(error) ? configurationExitCode : 1;
  }
}

/** Writes to standard error why a program ended: as a line of the log where programs read it, otherwise for people. */
export function writeFailure(text: string, format: LogFormat | undefined): void {
  if (format === 'json') {
    const reason = text.replace(/^parley: /, '').trimEnd();
    createProcessLogger('error', { format })('error', 'The gateway cannot run.', { reason });
    return;
  }
  process.stderr.write(`${escapeLines(redactSecrets(text))}\n`);
}

const expectedErrors = new Set([
  'StoreUnavailableError',
  'StoreVersionError',
  'StoreEmptyError',
  'StoreConflictError',
]);

/** Expected failures are one sentence; anything else is a bug and keeps its stack. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return `parley: ${String(error)}`;
  if (isConfigurationFault(error)) {
    return `parley: the configuration cannot be used\n${error.message}`;
  }
  return `parley: ${expectedErrors.has(error.name) ? error.message : (error.stack ?? error.message)}`;
}

/** True for errors that the configuration or a variable of the environment causes. */
export function isConfigurationFault(error: unknown): boolean {
  return error instanceof ConfigurationFileError || error instanceof ConfigurationError;
}
