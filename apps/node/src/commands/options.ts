import { isIP } from 'node:net';
import type { LogLevel } from '@parley/core';
import type { Environment } from '@parley/host';
import { logLevels } from '@parley/host';
import { defaultHost, defaultPort, type ListenAddress } from '../server/listen.ts';
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
 * Where to listen: options, then `PARLEY_HOST` and `PARLEY_PORT`, then `HOST` and `PORT`, which
 * platforms set. Some shells keep the machine's own name in `HOST`; only an address is taken.
 * @throws CommandError for a port that is none
 */
export function chooseAddress(options: AddressOptions, environment: Environment): ListenAddress {
  const named = environment.HOST === 'localhost' || isIP(environment.HOST ?? '') > 0;
  const host =
    options.host || environment.PARLEY_HOST || (named && environment.HOST) || defaultHost;
  const port = options.port ?? (environment.PARLEY_PORT || environment.PORT);
  return { host, port: port === undefined || port === '' ? defaultPort : parsePort(port) };
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new CommandError(`"${text}" is no port; use 0 to 65535.`);
  return port;
}

/** @throws CommandError for an unknown level */
export function chooseLogLevel(option: string | undefined, environment: Environment): LogLevel {
  const text = option ?? (environment.PARLEY_LOG_LEVEL || 'info');
  const level = logLevels.find((known) => known === text);
  if (level) return level;
  throw new CommandError(`"${text}" is no log level; use ${logLevels.join(', ')}.`);
}

const defaultGraceSeconds = 600;

/** Milliseconds for running streams at the end. @throws CommandError for anything but seconds */
export function chooseGrace(option: string | undefined, environment: Environment): number {
  const text = option ?? (environment.PARLEY_GRACE || String(defaultGraceSeconds));
  const seconds = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(seconds)) throw new CommandError(`"${text}" is no number of seconds.`);
  return seconds * 1_000;
}
