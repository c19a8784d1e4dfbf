import { isIPv6 } from 'node:net';
import { CommandError } from '../failure.ts';
import { chooseAddress } from '../options.ts';
import type { Environment } from '@parley/host';
import { isLoopback, type ListenAddress } from '@parley/host/disk';

/** A gateway, as its callers reach it. */
export interface GatewayAddress {
  /** Without a final slash and without `/v1`. */
  readonly url: string;
  /** Whether it is this machine's, with the store that commands here work with. */
  readonly isOwn: boolean;
}

/**
 * The address that was asked for, else that of `PARLEY_URL`, else where a start here would listen.
 * @throws CommandError when it is none
 */
export function chooseGateway(
  requested: string | undefined,
  environment: Environment,
): GatewayAddress {
  const text = requested ?? environment.PARLEY_URL;
  if (text === undefined || text === '') {
    return { url: reachableUrl(chooseAddress({}, environment)), isOwn: true };
  }
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new CommandError(`"${text}" is no address; write it as http://host:port.`);
  }
  const isOwn = isLoopback(new URL(text).hostname.replaceAll(/[[\]]/g, ''));
  return { url: text.replace(/\/+$/, '').replace(/\/v1$/, ''), isOwn };
}

/** Where a program on this machine reaches what listens there; "on every address" is none to call. */
export function reachableUrl({ host, port }: ListenAddress): string {
  const called = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${isIPv6(called) ? `[${called}]` : called}:${port}`;
}
