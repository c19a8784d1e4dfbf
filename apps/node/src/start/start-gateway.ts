/** Runs the gateway on Node; used by `parley start`. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { providers, type Configuration, type LogLevel, type UpstreamTransport } from '@parley/core';
import { waitAtMost } from '@parley/core/extension';
import type { Environment, LogFormat } from '@parley/host';
import {
  createLoadMonitor,
  createProcessLogger,
  findDataFolder,
  runGateway,
  type ListenAddress,
  type Listener,
} from '@parley/host/disk';
import { listen } from '../server/listen.ts';
import type { NodeServerOptions } from '../server/node-host.ts';
import { createNodeServer } from '../server/node-server.ts';
import { createNodeSockets, type NodeSockets } from '../server/sockets.ts';
import { createUndiciTransport } from '../transport/undici-transport.ts';
import { version } from '../version.ts';
import { createWorkerMetrics } from './worker-metrics.ts';
import type { WorkerRole } from './workers.ts';
import { setFlagsWhenStarted } from './memory/engine-flags.ts';
import { releaseMemoryWhenIdle } from './memory/idle-memory.ts';
import { findLocalServers } from './local-servers.ts';
import { limitYoungGeneration } from './memory/young-generation.ts';

/** The settings of `parley start`. */
export interface StartOptions {
  readonly environment: Environment;
  /** The configuration file of the command line. */
  readonly configurationFile?: string | undefined;
  readonly address: ListenAddress;
  readonly logLevel: LogLevel;
  /** By default text at a terminal, otherwise JSON after a banner. */
  readonly logFormat: LogFormat | undefined;
  /** Milliseconds in which a gateway that stops accepts requests, while `/readyz` answers 503. */
  readonly drainMs: number;
  /** Milliseconds in which running streams may finish when the gateway stops. */
  readonly graceMs: number;
  /** Present in one of several processes. */
  readonly worker: WorkerRole | undefined;
  /** How many processes share the port, and the memory. */
  readonly workers: number;
  /** Whether to look for model servers on this machine. */
  readonly findLocal: boolean;
}

/** Runs the gateway until a signal stops it. */
export async function startGateway(options: StartOptions): Promise<void> {
  const { logLevel, findLocal, ...settings } = options;
  const { environment } = settings;
  limitYoungGeneration();
  const log = createProcessLogger(logLevel, { batches: true, format: settings.logFormat });
  const transport = createUndiciTransport({ environment, watchesReuse: logLevel === 'debug' });
  const onError = (error: unknown) => {
    log('error', 'A request failed outside of the gateway.', { error });
  };
  await runGateway({
    ...settings,
    log,
    version,
    runtime: `node ${process.versions.node.replace(/\..*/, '')}`,
    transport,
    loadMonitor: createLoadMonitor({ measuresHeap: true }),
    metrics: settings.worker && createWorkerMetrics(),
    findUpstreams: findLocal ? () => findLocalUpstreams(transport) : undefined,
    listen: (gateway, address) =>
      startServer({ gateway, onError }, address, findDataFolder(environment)),
  });
}

/** Looks for local servers once; reloads of the configuration keep the result. */
async function findLocalUpstreams(
  transport: UpstreamTransport,
): Promise<Configuration['upstreams']> {
  const servers = await findLocalServers(providers, transport);
  return Object.fromEntries(servers.map(({ id }) => [id, { provider: id }]));
}

async function startServer(
  options: NodeServerOptions,
  address: ListenAddress,
  dataFolder: string,
): Promise<Listener> {
  const sockets = createNodeSockets(options);
  const server = createNodeServer(options, sockets);
  const baseUrl = await listen(server, address, dataFolder);
  setFlagsWhenStarted(releaseMemoryWhenIdle);
  return { baseUrl, ...endServer(server, sockets) };
}

const idleCheckMs = 50;
/** Milliseconds in which the last bytes of a response must be sent. */
const lastBytesMs = 1_000;

function endServer(server: Server, sockets: NodeSockets): Pick<Listener, 'refuse' | 'close'> {
  const closed = once(server, 'close');
  let idleCheck: NodeJS.Timeout | undefined;
  return {
    refuse() {
      server.close();
      // A keep-alive connection becomes idle when its response ends, which may be minutes from now.
      idleCheck = setInterval(() => {
        server.closeIdleConnections();
      }, idleCheckMs);
    },
    async close() {
      await waitAtMost(lastBytesMs, closed, undefined);
      clearInterval(idleCheck);
      server.closeAllConnections();
      sockets.end();
    },
  };
}
