/** The address on which a gateway listens: its default, its variables and its URL. */
import { isIP, isIPv6 } from 'node:net';
import { ConfigurationError } from '@parley/core';
import type { Environment } from '../../configuration/substitution.ts';

/** Where a gateway listens. */
export interface ListenAddress {
  /** An IP address or a host name. */
  readonly host: string;
  /** 0 to 65535; 0 lets the system choose. */
  readonly port: number;
}

/** The address on which a gateway listens by default, which only this machine can reach. */
export const defaultHost = '127.0.0.1';
/** The port on which a gateway listens by default. */
const defaultPort = 8787;

/** True for addresses that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** `http://` with host and port, without a final slash. */
export function formatBaseUrl({ host, port }: ListenAddress): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${String(port)}`;
}

/**
 * `PARLEY_HOST`, otherwise `HOST`, which platforms set. Some shells set `HOST` to the name of the machine, so
 * it is only used when it is an IP address.
 */
export function findHost({ PARLEY_HOST: own, HOST: name }: Environment): string | undefined {
  if (own) return withoutBrackets(own);
  return name === 'localhost' || isIP(name ?? '') > 0 ? name : undefined;
}

/** An IPv6 address is often written as in a URL, such as `[::1]`; sockets take it without brackets. */
export function withoutBrackets(host: string): string {
  return /^\[[^\]]*\]$/.test(host) ? host.slice(1, -1) : host;
}

/** `PARLEY_PORT`, otherwise `PORT`, which platforms set. @throws ConfigurationError for a text that is not a port */
export function requirePort({ PARLEY_PORT: own, PORT: platform }: Environment): number {
  const text = own || platform || String(defaultPort);
  const port = parsePort(text);
  if (port !== undefined) return port;
  const message = `"${text}" is not a port; use 0 to 65535.`;
  throw new ConfigurationError([{ path: ['PARLEY_PORT'], message }]);
}

/** Returns `undefined` for a text that is not a port. */
export function parsePort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : undefined;
}
