/** Reads the settings of a gateway without a command line, as on Bun and Deno, from the environment. */
import { ConfigurationError, type LogLevel } from '@parley/core';
import type { Environment } from '../../configuration/substitution.ts';
import { requireLogFormat, requireLogLevel, type LogFormat } from '../../logging/logger.ts';
import { defaultHost, findHost, requirePort, type ListenAddress } from './listen-address.ts';

/** The settings of a gateway that runs as a process. */
export interface ProcessSettings {
  readonly address: ListenAddress;
  /** Milliseconds in which a gateway that stops accepts requests, while `/readyz` answers 503. */
  readonly drainMs: number;
  /** Milliseconds in which running streams may finish when the gateway stops. */
  readonly graceMs: number;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat | undefined;
}

/** Seconds in which running streams may finish when the gateway stops, where nothing else is set. */
const defaultGraceSeconds = 600;

/**
 * Reads `PARLEY_HOST`, `PARLEY_PORT`, `PARLEY_DRAIN` and `PARLEY_GRACE` (seconds), `PARLEY_LOG_LEVEL` and
 * `PARLEY_LOG_FORMAT`.
 * @param host the default address to listen on; this machine only
 * @throws ConfigurationError for an invalid value
 */
export function readProcessSettings(
  environment: Environment,
  { host = defaultHost, graceSeconds = defaultGraceSeconds } = {},
): ProcessSettings {
  return {
    address: { host: findHost(environment) ?? host, port: requirePort(environment) },
    drainMs: requireDrain(environment),
    graceMs: requireGrace(environment, graceSeconds),
    logLevel: requireLogLevel(environment),
    logFormat: requireLogFormat(environment),
  };
}

/** `PARLEY_DRAIN` in milliseconds. @throws ConfigurationError for a text that is not a number of seconds */
export function requireDrain(environment: Environment): number {
  return requireSeconds(environment, 'PARLEY_DRAIN', 0);
}

/** `PARLEY_GRACE` in milliseconds. @throws ConfigurationError for a text that is not a number of seconds */
export function requireGrace(environment: Environment, graceSeconds = defaultGraceSeconds): number {
  return requireSeconds(environment, 'PARLEY_GRACE', graceSeconds);
}

function requireSeconds(environment: Environment, name: string, seconds: number): number {
  const text = environment[name] || String(seconds);
  const parsed = parseSeconds(text);
  if (parsed !== undefined) return parsed;
  const message = `"${text}" is not a whole number of seconds.`;
  throw new ConfigurationError([{ path: [name], message }]);
}

/** Whole seconds as milliseconds; `undefined` for any other text. */
export function parseSeconds(text: string): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) * 1_000 : undefined;
}
