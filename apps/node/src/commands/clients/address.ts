/** Finds the URL of the gateway for a command or a client. */
import { isIPv6 } from 'node:net';
import type { Environment } from '@parley/host';
import { isLoopback, type ListenAddress } from '@parley/host/disk';
import { CommandError } from '../failure.ts';
import { chooseAddress } from '../options.ts';

/** The URL of a gateway for its clients. */
export interface GatewayAddress {
  /** Without a final slash and without `/v1`. */
  readonly url: string;
  /** Whether it runs on this machine, with the store that the commands use. */
  readonly isOwn: boolean;
}

/**
 * The `--url` option, otherwise `PARLEY_URL`, otherwise the address on which `parley start` would listen.
 * @throws CommandError when the text is not a URL
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
    throw new CommandError(`"${text}" is not an address; use http://host:port.`);
  }
  const isOwn = isLoopback(new URL(text).hostname.replaceAll(/[[\]]/g, ''));
  return { url: text.replace(/\/+$/, '').replace(/\/v1$/, ''), isOwn };
}

/** The URL of a listener for programs on the same machine; `0.0.0.0` and `::` become loopback. */
export function reachableUrl({ host, port }: ListenAddress): string {
  const called = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${isIPv6(called) ? `[${called}]` : called}:${port}`;
}
