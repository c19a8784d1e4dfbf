/** Errors of commands, and how a failure becomes a message and an exit code. */
import { CommanderError } from '@commander-js/extra-typings';
import { GatewayError } from '@parley/core';
import type { LogFormat } from '@parley/host';
import {
  configurationExitCode,
  describeFailure,
  isConfigurationFault,
  writeFailure,
} from '@parley/host/disk';
import { ListenError } from '../server/listen.ts';

/** The exit codes of `parley`; docs/cli.md documents them. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  configuration: configurationExitCode,
  forbidden: 3,
  notFound: 4,
  conflict: 5,
  upstream: 6,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A command failed. The message is shown to the person who ran it. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.failed) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

/** The arguments are invalid; the message is followed by how to get help. */
export class UsageError extends CommandError {}

/**
 * Runs a command; a failure becomes a message on standard error and the process's exit code.
 * @param format that of the log, if the command starts a gateway
 */
export async function runSafely(
  run: () => Promise<void> | void,
  format?: LogFormat,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    // Commander has written its own message.
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode;
      return;
    }
    writeFailure(describe(error), format);
    process.exitCode = chooseExitCode(error);
  }
}

const conflicts = new Set(['conflict', 'managed_by_file', 'still_referred_to']);

/** Expected failures are one sentence; anything else is a bug and keeps its stack. */
function describe(error: unknown): string {
  const isRefusal =
    error instanceof CommandError ||
    error instanceof ListenError ||
    (error instanceof GatewayError && error.code !== 'internal');
  return isRefusal ? `parley: ${error.message}` : describeFailure(error);
}

function chooseExitCode(error: unknown): ExitCode {
  if (error instanceof CommandError) return error.exitCode;
  if (isConfigurationFault(error)) return exitCodes.configuration;
  if (error instanceof GatewayError) return chooseRefusalCode(error);
  return error instanceof ListenError && error.heldBy !== undefined
    ? exitCodes.conflict
    : exitCodes.failed;
}

function chooseRefusalCode({ code, reason }: GatewayError): ExitCode {
  if (code === 'not-found') return exitCodes.notFound;
  if (conflicts.has(reason ?? '')) return exitCodes.conflict;
  if (code === 'unauthenticated' || code === 'forbidden') return exitCodes.forbidden;
  return code.startsWith('upstream-') ? exitCodes.upstream : exitCodes.failed;
}
