/** Finds the URL of the gateway for a command or a client. */
import type { Environment } from '@parley/host';
import {
  findDataFolder,
  findRunningGateway,
  isLoopback,
  type ListenAddress,
} from '@parley/host/disk';
import { commandLine } from '../../command-line.ts';
import { reachableUrl } from '../../server/gateway-probe.ts';
import { CommandError, exitCodes } from '../failure.ts';
import { chooseAddress } from '../options.ts';

/** The URL of a gateway for its clients. */
export interface GatewayAddress {
  /** Without a final slash and without `/v1`. */
  readonly url: string;
  /** Whether it runs on this machine, with the store that the commands use. */
  readonly isOwn: boolean;
}

/**
 * The `--url` option, otherwise `PARLEY_URL`, otherwise the base URL of the gateway that runs with the same data
 * folder, otherwise the one on which `parley start` would listen.
 * @throws CommandError when the text is not a URL
 */
export function chooseGateway(
  requested: string | undefined,
  environment: Environment,
): GatewayAddress {
  const text = requested ?? environment.PARLEY_URL;
  if (text === undefined || text === '') {
    const running = findRunningGateway(findDataFolder(environment));
    const address = running === undefined ? chooseAddress({}, environment) : readUrl(running.url);
    return { url: reachableUrl(address), isOwn: true };
  }
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new CommandError(`"${text}" is not a base URL; use http://host:port.`);
  }
  const isOwn = isLoopback(new URL(text).hostname.replaceAll(/[[\]]/g, ''));
  return { url: text.replace(/\/+$/, '').replace(/\/v1$/, ''), isOwn };
}

function readUrl(url: string): ListenAddress {
  const { hostname, port } = new URL(url);
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || 80) };
}

/** The error of a command that a gateway had to answer. */
export function noGateway(url: string): CommandError {
  return new CommandError(
    `No gateway answers at ${url}. Start one: ${commandLine()}`,
    exitCodes.upstream,
  );
}
