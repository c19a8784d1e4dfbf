/** Runs Parley on Deno Deploy and on Deno in general. */
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { createFetchTransport, type Gateway, type Logger } from '@parley/core';
import {
  createProcessLogger,
  decodeResponse,
  failCall,
  formatBaseUrl,
  readProcessSettings,
  readSecretVariables,
  runGateway,
  runProgram,
  waitForTurnEnd,
  type ListenAddress,
  type Listener,
} from '@parley/host/disk';
import { nameDatabase } from './database.ts';
import { keepServing } from './lasting-server.ts';
import { createNetworkOptions } from './network-options.ts';
import { createServerSockets } from './sockets.ts';
import { version } from './version.ts';

/** Set by Deno Deploy, where the disk is lost with the instance and the log must contain no secrets. */
const onDeploy = Boolean(process.env['DENO_DEPLOY']);
/** Deploy ends a process five seconds after it sends the signal to stop. */
const onDeployHost = { host: '0.0.0.0', graceSeconds: 3 };
/** Connections to PostgreSQL per instance; there may be many instances. */
const poolSizeOnDeploy = 4;
/** Milliseconds in which the last bytes of a response must be sent. */
const lastBytesMs = 1_000;

await runProgram(async () => {
  const env = readSecretVariables(process.env);
  const { logLevel, ...settings } = readProcessSettings(env, onDeploy ? onDeployHost : {});
  const log = createProcessLogger(logLevel, { batches: !onDeploy, format: settings.logFormat });
  await runGateway({
    ...settings,
    environment: onDeploy ? nameDatabase(env) : env,
    log,
    version,
    runtime: `deno ${Deno.version.deno.replace(/\.\d+$/, '')}`,
    transport: createFetchTransport(fetchDecoded, createNetworkOptions()),
    unattended: onDeploy,
    poolSize: onDeploy ? poolSizeOnDeploy : undefined,
    listen: (gateway, address) => listen(gateway, address, log),
  });
});
// Ends the connections that are left, which otherwise keep the process running.
process.exit();

/**
 * Deno itself decodes nothing when the request has an `accept-encoding` of `identity`, as those of core have, and some
 * upstreams compress nevertheless.
 */
async function fetchDecoded(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init).catch(failCall);
  await waitForTurnEnd('reply');
  return decodeResponse(response);
}

function listen(gateway: Gateway, { host, port }: ListenAddress, log: Logger): Listener {
  const sockets = createServerSockets();
  const serve = (at: number) =>
    Deno.serve(
      { hostname: host, port: at, onListen: () => undefined },
      (request, { remoteAddr }) => {
        const caller = { address: remoteAddr.hostname };
        return gateway.opensSocket(request)
          ? sockets.open(gateway, request, caller)
          : waitForTurnEnd('request').then(() => gateway.fetch(request, caller));
      },
    );
  const server = keepServing(serve, port, log);
  return {
    baseUrl: formatBaseUrl({ host, port: server.current.addr.port }),
    // Deno would close all WebSockets at once, whatever they still have to send. Core closes them, and refuses requests.
    refuse: () => void sockets.whenNone().then(() => server.current.shutdown()),
    // After `shutdown`, an abort of the signal that `Deno.serve` takes throws where nothing can catch it.
    async close() {
      void server.current.shutdown();
      await Promise.race([server.current.finished.catch(() => undefined), wait(lastBytesMs)]);
    },
  };
}
