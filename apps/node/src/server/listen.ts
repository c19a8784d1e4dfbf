/** Starts listening, and explains why it fails. */
import { createServer, type Server } from 'node:net';
import { formatBaseUrl, type ListenAddress } from '@parley/host/disk';
import { commandLine } from '../command-line.ts';

/** The server cannot listen on its address. The message is for the operator. */
export class ListenError extends Error {
  readonly portTaken: boolean;

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'ListenError';
    this.portTaken = readCode(cause) === 'EADDRINUSE';
  }
}

/**
 * Starts listening and returns the base URL, with the port that the system chose if the port was 0.
 * @throws ListenError
 */
export async function listen(server: Server, address: ListenAddress): Promise<string> {
  try {
    await bind(server, address);
  } catch (error) {
    throw new ListenError(await explainFailure(address, error), error);
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

function bind(server: Server, { host, port }: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function explainFailure(address: ListenAddress, error: unknown): Promise<string> {
  const place = formatBaseUrl(address).slice('http://'.length);
  const code = readCode(error);
  if (code === 'EADDRINUSE') {
    const free = await findFreePort(address);
    const advice = free ? ` Try: ${commandLine(`--port ${String(free)}`)}` : '';
    return `Another program listens on ${place} already.${advice}`;
  }
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
    const free = await bind(probe, { host, port: candidate }).then(
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
