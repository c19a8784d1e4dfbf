/** Runs the gateway on Bun; loaded by `main.ts`. */
import process from 'node:process';
import { createFetchTransport, type Gateway, type Logger } from '@parley/core';
import {
  createProcessLogger,
  decodeResponse,
  failCall,
  formatBaseUrl,
  readProcessSettings,
  readSecretVariables,
  runAtTurnEnd,
  runGateway,
  runProgram,
  waitForTurnEnd,
  type ListenAddress,
  type Listener,
} from '@parley/host/disk';
import { networkOptions } from './network-options.ts';
import { ResponseSink } from './response-sink.ts';
import { openSocket, socketHandler } from './sockets.ts';
import { version } from './version.ts';

/**
 * Seconds in which a new connection must send a request. Until the request is answered there is no limit, because
 * the answer may take long; then `response-sink.ts` sets one.
 */
const firstRequestSeconds = 30;
/** Milliseconds in which the last bytes of a response must be sent. */
const lastBytesMs = 1_000;

await runProgram(async () => {
  const env = readSecretVariables(process.env);
  const { logLevel, ...settings } = readProcessSettings(env);
  const log = createProcessLogger(logLevel, { batches: true, format: settings.logFormat });
  await runGateway({
    ...settings,
    environment: env,
    log,
    version,
    runtime: `bun ${Bun.version.replace(/\.\d+$/, '')}`,
    transport: createFetchTransport(fetchDecoded, networkOptions),
    listen: (gateway, address) => listen(gateway, address, log),
  });
});

/**
 * Core has its own time-outs for upstreams; Bun's would end a response with long reasoning. Bun would decode a body to
 * its end, however large that is, before core reads the first byte.
 */
async function fetchDecoded(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const options: BunFetchOptions = { ...init, timeout: false, decompress: false };
  const response = await fetch(input, options).catch(failCall);
  await waitForTurnEnd('reply');
  return decodeResponse(response);
}

/** On a sink, which costs less than a response of core. */
function answer(gateway: Gateway, request: Request, server: BunServer): Promise<Response> {
  const sink = new ResponseSink(request.signal, (seconds) => {
    server.timeout(request, seconds);
  });
  const sinkHost = { sink, address: server.requestIP(request)?.address };
  runAtTurnEnd('request', () => {
    if (gateway.answer(request, sinkHost) === undefined) {
      sink.respondUnused(gateway.fetch(request, sinkHost));
    }
  });
  return sink.response;
}

function listen(gateway: Gateway, { host, port }: ListenAddress, log: Logger): Listener {
  const server = Bun.serve({
    hostname: host,
    port,
    idleTimeout: firstRequestSeconds,
    // Core limits the size itself and rejects the request in the dialect of the client.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    // In development, Bun answers a failure with a page that shows the code and its place on the disk.
    development: false,
    error(error) {
      log('error', 'A request failed outside of the gateway.', { error });
      return new Response(null, { status: 500 });
    },
    fetch(request, own) {
      own.timeout(request, 0);
      return gateway.opensSocket(request)
        ? openSocket(gateway, request, own)
        : answer(gateway, request, own);
    },
    websocket: socketHandler,
  });
  let ended: Promise<void> | undefined;
  return {
    baseUrl: formatBaseUrl({ host, port: server.port }),
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
