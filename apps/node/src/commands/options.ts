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
  type ListenAddress,
} from '@parley/host/disk';
import { CommandError } from './failure.ts';

/** Options that every command takes that needs the configuration or the data. */
export const commonOptions = {
  config: {
    type: 'string',
    description: 'Configuration file (PARLEY_CONFIG; else parley.yaml here or in the data folder)',
    valueHint: 'file',
  },
  data: {
    type: 'string',
    description: 'Folder of the database (PARLEY_DATA)',
    valueHint: 'folder',
  },
} as const;

export const jsonOption = {
  json: { type: 'boolean', description: 'Write JSON to standard output' },
} as const;

export const addressOptions = {
  host: {
    type: 'string',
    description: 'Address to listen on (PARLEY_HOST, HOST; 127.0.0.1)',
    valueHint: 'address',
  },
  port: {
    type: 'string',
    description: 'Port to listen on (PARLEY_PORT, PORT; 8787)',
    valueHint: 'port',
  },
} as const;

export interface AddressOptions {
  readonly host?: string | undefined;
  readonly port?: string | undefined;
}

/**
 * Where to listen: options, then the environment.
 * @throws CommandError for a port that is none
 */
export function chooseAddress(options: AddressOptions, environment: Environment): ListenAddress {
  const host = options.host || findHost(environment) || defaultHost;
  const text = options.port ?? findPort(environment) ?? '';
  const port = text === '' ? defaultPort : parsePort(text);
  if (port === undefined) throw new CommandError(`"${text}" is no port; use 0 to 65535.`);
  return { host, port };
}

/** @throws CommandError for an unknown level */
export function chooseLogLevel(option: string | undefined, environment: Environment): LogLevel {
  const text = option ?? (environment.PARLEY_LOG_LEVEL || 'info');
  const level = logLevels.find((known) => known === text);
  if (level) return level;
  throw new CommandError(`"${text}" is no log level; use ${logLevels.join(', ')}.`);
}

/** Milliseconds for running streams at the end. @throws CommandError for anything but seconds */
export function chooseGrace(option: string | undefined, environment: Environment): number {
  const text = option ?? (environment.PARLEY_GRACE || String(defaultGraceSeconds));
  const graceMs = parseSeconds(text);
  if (graceMs === undefined) throw new CommandError(`"${text}" is no number of seconds.`);
  return graceMs;
}
