/** Runs the gateway on Node, from its settings to the signal that stops it. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { providers, type Configuration, type LogLevel, type UpstreamTransport } from '@parley/core';
import type { Environment } from '@parley/host';
import {
  createProcessLogger,
  runGateway,
  type ListenAddress,
  type Listener,
} from '@parley/host/disk';
import { listen } from '../server/listen.ts';
import { createNodeServer, type NodeServerOptions } from '../server/node-server.ts';
import { createUndiciTransport } from '../transport/undici-transport.ts';
import { version } from '../version.ts';
import { findLocalServers } from './local-servers.ts';

export interface StartOptions {
  readonly environment: Environment;
  /** The configuration file that was asked for. */
  readonly configuration?: string | undefined;
  readonly address: ListenAddress;
  readonly logLevel: LogLevel;
  /** Milliseconds that running streams may take at the end. */
  readonly graceMs: number;
  /** Whether model servers on this machine are looked for. */
  readonly findLocal: boolean;
}

/** Runs the gateway until a signal stops it. */
export async function startGateway(options: StartOptions): Promise<void> {
  const { logLevel, findLocal, ...settings } = options;
  const log = createProcessLogger(logLevel);
  const transport = createUndiciTransport({ watchesReuse: logLevel === 'debug' });
  const onError = (error: unknown) => {
    log('error', 'A request failed outside of the gateway.', { error });
  };
  await runGateway({
    ...settings,
    log,
    version,
    runtime: `node ${process.versions.node.replace(/\..*/, '')}`,
    transport,
    ...(findLocal && { findUpstreams: () => findLocalUpstreams(transport) }),
    listen: (gateway, address) => startServer({ gateway, onError }, address),
  });
}

/** Local servers are looked for once; each later load of the configuration keeps what was found. */
async function findLocalUpstreams(
  transport: UpstreamTransport,
): Promise<Configuration['upstreams']> {
  const servers = await findLocalServers(providers, transport);
  return Object.fromEntries(servers.map(({ id }) => [id, { provider: id }]));
}

async function startServer(options: NodeServerOptions, address: ListenAddress): Promise<Listener> {
  const server = createNodeServer(options);
  const baseAddress = await listen(server, address);
  return { baseAddress, ...endServer(server) };
}

const idleCheckMs = 50;
/** Milliseconds in which the last bytes of an answer must have left. */
const lastBytesMs = 1_000;

function endServer(server: Server): Pick<Listener, 'refuse' | 'close'> {
  const closed = once(server, 'close');
  let idleCheck: NodeJS.Timeout | undefined;
  return {
    refuse() {
      server.close();
      // A kept connection becomes idle when its answer ends, which may be minutes from now.
      idleCheck = setInterval(() => {
        server.closeIdleConnections();
      }, idleCheckMs);
    },
    async close() {
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, lastBytesMs))]);
      clearInterval(idleCheck);
      server.closeAllConnections();
    },
  };
}
