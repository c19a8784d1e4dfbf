/** Starts listening, and explains why it fails. */
import { createServer, type Server } from 'node:net';
import { findRunningGateway, formatBaseUrl, type ListenAddress } from '@parley/host/disk';
import { commandLine } from '../command-line.ts';
import { isParley, reachableUrl } from './gateway-probe.ts';

/** The server cannot listen on its address. The message is for the operator. */
export class ListenError extends Error {
  /** What listens already, where the port is taken. */
  readonly heldBy: 'parley' | 'another-program' | undefined;

  constructor(message: string, cause: unknown, heldBy?: ListenError['heldBy']) {
    super(message, { cause });
    this.name = 'ListenError';
    this.heldBy = heldBy;
  }
}

/**
 * Starts listening and returns the base URL, with the port that the system chose if the port was 0.
 * @param dataFolder that of the gateway that is to listen
 * @throws ListenError
 */
export async function listen(
  server: Server,
  address: ListenAddress,
  dataFolder?: string,
): Promise<string> {
  try {
    await bind(server, address);
  } catch (error) {
    if (readCode(error) === 'EADDRINUSE') throw await explainHolder(address, dataFolder, error);
    throw new ListenError(explainFailure(address, error), error);
  }
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : address.port;
  return formatBaseUrl({ host: address.host, port });
}

/**
 * Number of connections that may wait to be accepted; the system may set a lower limit. With Node's default
 * of 511, some of a thousand simultaneous connections are reset.
 */
const backlog = 4_096;

/** @param exclusive in a worker: for its own process only, of which the first process learns nothing */
function bind(
  server: Server,
  { host, port }: ListenAddress,
  { exclusive = false } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog, exclusive }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function explainHolder(
  address: ListenAddress,
  dataFolder: string | undefined,
  cause: unknown,
): Promise<ListenError> {
  const place = placeOf(address);
  if (!(await isParley(reachableUrl(address)))) {
    const message = `Another program listens on ${place} already.${await advise(address)}`;
    return new ListenError(message, cause, 'another-program');
  }
  const own = dataFolder === undefined ? undefined : findRunningGateway(dataFolder);
  const isSame = own !== undefined && Number(new URL(own.url).port) === address.port;
  const message = isSame
    ? `Parley runs on ${place} already, with the same data folder (process ${String(own.pid)}).`
    : `Parley runs on ${place} already, with another data folder.${await advise(address)}`;
  return new ListenError(message, cause, 'parley');
}

async function advise(address: ListenAddress): Promise<string> {
  const free = await findFreePort(address);
  return free === undefined ? '' : ` Try: ${commandLine(`--port ${String(free)}`)}`;
}

function placeOf(address: ListenAddress): string {
  return formatBaseUrl(address).slice('http://'.length);
}

function explainFailure(address: ListenAddress, error: unknown): string {
  const place = placeOf(address);
  const code = readCode(error);
  if (code === 'EACCES') {
    return `Listening on ${place} is not allowed. Ports below 1024 are reserved; try another.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `This machine has no address ${address.host} to listen on.`;
  }
  return `Listening on ${place} failed.`;
}

/** The first free port among the next ten. */
async function findFreePort({ host, port }: ListenAddress): Promise<number | undefined> {
  for (let candidate = port + 1; candidate <= Math.min(port + 10, 65_535); candidate += 1) {
    const probe = createServer();
    // The first process would take a shared port for the one on which its first worker serves.
    const free = await bind(probe, { host, port: candidate }, { exclusive: true }).then(
      () => true,
      () => false,
    );
    if (free) {
      await new Promise((resolve) => probe.close(resolve));
      return candidate;
    }
  }
  return undefined;
}

function readCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
