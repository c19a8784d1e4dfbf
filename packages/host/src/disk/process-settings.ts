/** The settings of a gateway that is started without a command line: variables of the environment. */
import { ConfigurationError, type LogLevel } from '@parley/core';
import type { Environment } from '../configuration/substitution.ts';
import { logLevels } from '../logging/logger.ts';
import {
  defaultHost,
  defaultPort,
  findHost,
  findPort,
  parsePort,
  type ListenAddress,
} from './listen-address.ts';

export interface ProcessSettings {
  readonly address: ListenAddress;
  /** Milliseconds that running streams may take at the end. */
  readonly graceMs: number;
  readonly logLevel: LogLevel;
}

export const defaultGraceSeconds = 600;

/**
 * Reads `PARLEY_HOST`, `PARLEY_PORT`, `PARLEY_GRACE` (seconds) and `PARLEY_LOG_LEVEL`.
 * @param host where to listen unless told; this machine only
 * @throws ConfigurationError for a value that is none
 */
export function readProcessSettings(
  environment: Environment,
  { host = defaultHost, graceSeconds = defaultGraceSeconds } = {},
): ProcessSettings {
  const port = findPort(environment) ?? String(defaultPort);
  const grace = environment['PARLEY_GRACE'] || String(graceSeconds);
  const level = environment['PARLEY_LOG_LEVEL'] || 'info';
  return {
    address: {
      host: findHost(environment) ?? host,
      port: demand(parsePort(port), 'PARLEY_PORT', `"${port}" is no port; use 0 to 65535.`),
    },
    graceMs: demand(parseSeconds(grace), 'PARLEY_GRACE', `"${grace}" is no number of seconds.`),
    logLevel: demand(
      logLevels.find((known) => known === level),
      'PARLEY_LOG_LEVEL',
      `"${level}" is no log level; use ${logLevels.join(', ')}.`,
    ),
  };
}

/** Whole seconds as milliseconds; `undefined` for any other text. */
export function parseSeconds(text: string): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) * 1_000 : undefined;
}

function demand<Value>(value: Value | undefined, variable: string, message: string): Value {
  if (value === undefined) throw new ConfigurationError([{ path: [variable], message }]);
  return value;
}
