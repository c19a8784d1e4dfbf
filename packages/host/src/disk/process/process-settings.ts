/** Reads the settings of a gateway without a command line, as on Bun and Deno, from the environment. */
import { ConfigurationError, type LogLevel } from '@parley/core';
import type { Environment } from '../../configuration/substitution.ts';
import { requireLogFormat, requireLogLevel, type LogFormat } from '../../logging/logger.ts';
import {
  defaultHost,
  defaultPort,
  findHost,
  findPort,
  parsePort,
  type ListenAddress,
} from './listen-address.ts';

/** The settings of a gateway that runs as a process. */
export interface ProcessSettings {
  readonly address: ListenAddress;
  /** Milliseconds in which running streams may finish when the gateway stops. */
  readonly graceMs: number;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat | undefined;
}

/** Seconds in which running streams may finish when the gateway stops, where nothing else is set. */
export const defaultGraceSeconds = 600;

/**
 * Reads `PARLEY_HOST`, `PARLEY_PORT`, `PARLEY_GRACE` (seconds), `PARLEY_LOG_LEVEL` and `PARLEY_LOG_FORMAT`.
 * @param host the default address to listen on; this machine only
 * @throws ConfigurationError for an invalid value
 */
export function readProcessSettings(
  environment: Environment,
  { host = defaultHost, graceSeconds = defaultGraceSeconds } = {},
): ProcessSettings {
  const port = findPort(environment) ?? String(defaultPort);
  const grace = environment['PARLEY_GRACE'] || String(graceSeconds);
  return {
    address: {
      host: findHost(environment) ?? host,
      port: required(parsePort(port), 'PARLEY_PORT', `"${port}" is not a port; use 0 to 65535.`),
    },
    graceMs: required(
      parseSeconds(grace),
      'PARLEY_GRACE',
      `"${grace}" is not a whole number of seconds.`,
    ),
    logLevel: requireLogLevel(environment),
    logFormat: requireLogFormat(environment),
  };
}

/** Whole seconds as milliseconds; `undefined` for any other text. */
export function parseSeconds(text: string): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) * 1_000 : undefined;
}

function required<Value>(value: Value | undefined, variable: string, message: string): Value {
  if (value === undefined) throw new ConfigurationError([{ path: [variable], message }]);
  return value;
}
