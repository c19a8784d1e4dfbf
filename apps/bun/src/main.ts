/** Runs Parley on Bun. */
import './upstream-requests.ts';
import process from 'node:process';
import { createFetchTransport, type Gateway } from '@parley/core';
import {
  createProcessLogger,
  formatBaseAddress,
  readProcessSettings,
  readSecretVariables,
  runGateway,
  runProgram,
  type ListenAddress,
  type Listener,
} from '@parley/host/disk';
import { version } from './version.ts';

/**
 * Seconds in which a new connection must have sent a request. Bun's timer does not begin anew with what
 * is sent, so it would end a stream that is well: a connection that has carried a request has no limit.
 */
const firstRequestSeconds = 30;
/** Milliseconds in which the last bytes of an answer must have left. */
const lastBytesMs = 1_000;

await runProgram(async () => {
  const env = readSecretVariables(process.env);
  const { logLevel, ...settings } = readProcessSettings(env);
  await runGateway({
    ...settings,
    environment: env,
    log: createProcessLogger(logLevel),
    version,
    runtime: `bun ${Bun.version.replace(/\.\d+$/, '')}`,
    transport: createFetchTransport(fetchPatiently),
    listen,
  });
});

/** Core knows how long an upstream may be silent; Bun's own limit would end a long thought. */
function fetchPatiently(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const options: BunFetchOptions = { ...init, timeout: false };
  return fetch(input, options);
}

function listen(gateway: Gateway, { host, port }: ListenAddress): Listener {
  const server = Bun.serve({
    hostname: host,
    port,
    idleTimeout: firstRequestSeconds,
    // Core has a limit of its own and refuses in the caller's dialect.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch(request, own) {
      own.timeout(request, 0);
      const address = own.requestIP(request)?.address;
      return gateway.fetch(request, address === undefined ? {} : { address });
    },
  });
  let ended: Promise<void> | undefined;
  return {
    baseAddress: formatBaseAddress({ host, port: server.port }),
    refuse() {
      ended = server.stop();
    },
    async close() {
      const timer = setTimeout(() => void server.stop(true), lastBytesMs);
      await ended;
      clearTimeout(timer);
    },
  };
}
