/** Settings of the command line and the environment; the command line overrides the environment. */
import { ConfigurationError } from '@parley/core';
import type { Environment } from '@parley/host';
import {
  defaultHost,
  findHost,
  requirePort,
  withoutBrackets,
  type ListenAddress,
} from '@parley/host/disk';
import { parseWorkers } from './parsers.ts';

export interface AddressOptions {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
}

/** The address to listen on. @throws ConfigurationError for an invalid port in the environment */
export function chooseAddress(options: AddressOptions, environment: Environment): ListenAddress {
  const host = withoutBrackets(options.host || findHost(environment) || defaultHost);
  return { host, port: options.port ?? requirePort(environment) };
}

/** How many processes share the port, by `PARLEY_WORKERS`. @throws ConfigurationError for an invalid number */
export function requireWorkers({ PARLEY_WORKERS: name }: Environment): number {
  const text = name || '1';
  const workers = parseWorkers(text);
  if (workers !== undefined) return workers;
  const message = `"${text}" is not a number from 1 to 64, or auto.`;
  throw new ConfigurationError([{ path: ['PARLEY_WORKERS'], message }]);
}
