/** Settings of the command line and the environment; the command line overrides the environment. */
import type { LogLevel } from '@parley/core';
import { logLevels, type Environment } from '@parley/host';
import {
  defaultGraceSeconds,
  defaultHost,
  defaultPort,
  findHost,
  findPort,
  parsePort,
  parseSeconds,
  withoutBrackets,
  type ListenAddress,
} from '@parley/host/disk';
import { CommandError, exitCodes } from './failure.ts';
import { parseWorkers } from './parsers.ts';

export interface AddressOptions {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
}

/** The address to listen on. @throws CommandError for an invalid port in the environment */
export function chooseAddress(options: AddressOptions, environment: Environment): ListenAddress {
  const host = withoutBrackets(options.host || findHost(environment) || defaultHost);
  return { host, port: options.port ?? readPort(findPort(environment)) };
}

function readPort(text: string | undefined): number {
  if (text === undefined) return defaultPort;
  const port = parsePort(text);
  if (port !== undefined) return port;
  throw refuse(`PARLEY_PORT: "${text}" is not a port; use 0 to 65535.`);
}

/** @throws CommandError for an unknown level in the environment */
export function chooseLogLevel(option: LogLevel | undefined, environment: Environment): LogLevel {
  const text = option ?? (environment.PARLEY_LOG_LEVEL || 'info');
  const level = logLevels.find((known) => known === text);
  if (level !== undefined) return level;
  const levels = logLevels.join(', ');
  throw refuse(`PARLEY_LOG_LEVEL: "${text}" is not a log level; use one of ${levels}.`);
}

/** Milliseconds that running streams may take at the end. @throws CommandError for an invalid value in the environment */
export function chooseGrace(optionMs: number | undefined, environment: Environment): number {
  if (optionMs !== undefined) return optionMs;
  const text = environment.PARLEY_GRACE || String(defaultGraceSeconds);
  const graceMs = parseSeconds(text);
  if (graceMs !== undefined) return graceMs;
  throw refuse(`PARLEY_GRACE: "${text}" is not a whole number of seconds.`);
}

/** How many processes share the port. @throws CommandError for an invalid value in the environment */
export function chooseWorkers(option: number | undefined, environment: Environment): number {
  if (option !== undefined) return option;
  const text = environment.PARLEY_WORKERS || '1';
  const workers = parseWorkers(text);
  if (workers !== undefined) return workers;
  throw refuse(`PARLEY_WORKERS: "${text}" is not a number from 1 to 64, or auto.`);
}

/** The error of a variable that cannot be used. Its exit code tells service managers that a restart would not help. */
function refuse(message: string): CommandError {
  return new CommandError(message, exitCodes.configuration);
}
