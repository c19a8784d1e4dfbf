import { createServer, type Server } from 'node:net';
import { formatBaseAddress, type ListenAddress } from '@parley/host/disk';

/** The server cannot listen where it was told to. The message is for the person who started it. */
export class ListenError extends Error {
  readonly portTaken: boolean;

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'ListenError';
    this.portTaken = readCode(cause) === 'EADDRINUSE';
  }
}

/**
 * Starts to listen and gives the base address, with the port that was chosen when 0 was asked for.
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
  return formatBaseAddress({ host: address.host, port });
}

/**
 * How many connections may wait to be accepted; the system may hold it lower. With Node's 511, a
 * thousand callers at once find connections reset that were established.
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
  const place = formatBaseAddress(address).slice('http://'.length);
  const code = readCode(error);
  if (code === 'EADDRINUSE') {
    const free = await findFreePort(address);
    const advice = free ? ` Try: parley --port ${String(free)}` : '';
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

/** The next free port of the following ten. */
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
