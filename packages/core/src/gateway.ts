/** Builds a gateway from its options: the entry point of every host. */
import { GatewayError } from '@parley/protocol';
import type { ConfigurationOrigins } from './configuration/origin.ts';
import type { Configuration } from './configuration/schema.ts';
import type { GatewayContext } from './context.ts';
import { createContext, type GatewayOptions } from './gateway-parts.ts';
import { createApp } from './http/app.ts';
import {
  answerDirectly,
  findEndpoint,
  respondDirectly,
  type SinkHost,
} from './http/direct-answer.ts';
import { acceptSocket, opensSocket } from './http/socket/accept-socket.ts';
import { findCallerAddress } from './keys/addresses.ts';
import { withMaintenance } from './maintenance.ts';
import { discoverAll } from './models/catalogue/discovery.ts';
import type { Snapshot } from './models/routing/snapshot.ts';
import { createBackgroundPoller } from './pipeline/background/background-responses.ts';
import type { AcceptedSocket, Host, HttpRequest, WholeResponse } from './ports.ts';
import { createRetention } from './store/retention.ts';
import { waitAtMost } from './wait-at-most.ts';

/** A running gateway: what a host calls for each request, and for the rest of its work. */
export interface Gateway {
  /**
   * Answers one request; never rejects. A stream is written to the sink of the host, if it has one. To
   * disconnect, abort the request's signal before there is a response, or cancel the response body after.
   */
  fetch(request: Request, host?: Host): Promise<Response>;
  /**
   * Answers a request to an endpoint on the sink of the host, which costs less than `fetch`. Never rejects. Returns
   * `undefined` for a request that only `fetch` can answer.
   */
  answer(request: HttpRequest, host: SinkHost): Promise<void> | undefined;
  /** Whether a request opens a WebSocket, which a host that has them then passes to `connect` instead. */
  opensSocket(request: HttpRequest): boolean;
  /**
   * Accepts a WebSocket, or refuses it with a response. Never rejects.
   * @param host without a sink: each response is sent as messages
   */
  connect(request: HttpRequest, host?: Host): Promise<AcceptedSocket | WholeResponse>;
  /** Replaces the configuration; running exchanges keep the one with which they began. */
  reload(configuration: Configuration, origins?: ConfigurationOrigins): void;
  /** Requests the list of models of every upstream without configured models, and routes to those models. */
  discover(): Promise<void>;
  /**
   * Does the recurring work that is due; never rejects. It renews reservations, releases those of processes
   * that have ended, checks for changes of the configuration, writes settlements that wait for the store,
   * deletes records beyond their retention, asks for background responses, and runs the work of extensions. A host
   * calls it every few seconds. Where a host has `waitUntil` instead of timers, requests run it.
   */
  maintain(): Promise<void>;
  /** The current routing and prices, built from the configuration. */
  describe(): Snapshot;
  /**
   * Makes `/readyz` answer 503, and serves requests as before. To be called some seconds before `close`, so that a load
   * balancer no longer sends any when they are refused.
   */
  announceClose(): void;
  /**
   * Refuses new exchanges, waits for the running ones, then ends the others with an error in their dialect.
   * The store stays open: it belongs to the host.
   * @param graceMs how long to wait, in milliseconds; 0 by default
   */
  close(graceMs?: number): Promise<void>;
}

/** Milliseconds that closing waits for extensions. */
const extensionMs = 5_000;

/**
 * Creates a gateway. It opens no port: the host passes requests to `fetch` or `answer`, and
 * calls `maintain` and `close`.
 * @throws ConfigurationError, or RangeError for a secret key that is not 32 bytes
 */
export function createGateway(options: GatewayOptions): Gateway {
  const context = createContext(options);
  const { configuration, leases, settlements } = context;
  const app = createApp(context);
  const retention = createRetention(context);
  const background = createBackgroundPoller(context);
  const maintain = async (): Promise<void> => {
    await Promise.all([
      leases.maintain(),
      settlements.flushIfDue(),
      configuration.refresh(),
      retention.maintain(),
      background.maintain(),
      ...context.extensions.map((extension) =>
        runExtension(context, 'The recurring work of an extension failed.', () =>
          extension.maintain?.(),
        ),
      ),
    ]);
  };
  return {
    fetch: async (request, passed = {}) => {
      const host = locateCaller(context, withMaintenance(passed, maintain), request);
      const endpoint = findEndpoint(request);
      const answered =
        endpoint === undefined
          ? app.route(request, host)
          : respondDirectly(context, { request, host }, endpoint);
      // A client that disconnects before there is a response is recorded, too.
      host.waitUntil?.(answered);
      return answered;
    },
    answer: (request, passed) => {
      const endpoint = findEndpoint(request);
      if (endpoint === undefined) return undefined;
      const host = locateCaller(context, withMaintenance(passed, maintain), request);
      const answered = answerDirectly(context, { request, host }, endpoint);
      host.waitUntil?.(answered);
      return answered;
    },
    opensSocket,
    connect: async (request, passed = {}) => {
      const host = locateCaller(context, withMaintenance(passed, maintain), request);
      return acceptSocket(context, { request, host });
    },
    reload: (next, origins) => {
      configuration.reload(next, origins);
    },
    async discover() {
      await configuration.refresh();
      configuration.learn(await discoverAll(context, configuration.snapshot()));
    },
    maintain,
    describe: () => configuration.snapshot(),
    announceClose: () => {
      context.gate.announceClose();
    },
    close: (graceMs = 0) => closeContext(context, graceMs),
  };
}

/** Runs work of an extension. What it throws is logged, and keeps neither the gateway nor other extensions from theirs. */
async function runExtension(
  { log }: GatewayContext,
  message: string,
  work: () => Promise<void> | void,
): Promise<void> {
  try {
    await work();
  } catch (cause) {
    log('error', message, { cause });
  }
}

/** Adds the address of the client, which trusted proxies state. */
function locateCaller<Kind extends Host>(
  gateway: GatewayContext,
  host: Kind,
  { headers }: HttpRequest,
): Kind {
  const address = findCallerAddress(host.address, headers, gateway.snapshot().trustedProxies);
  return address === host.address ? host : { ...host, address, proxied: true };
}

async function closeContext(context: GatewayContext, graceMs: number): Promise<void> {
  for (const extension of context.extensions) {
    void runExtension(context, 'An extension could not be closed.', () => extension.close?.());
  }
  context.keys.close();
  context.configuration.close();
  const idle = context.gate.close();
  context.sockets.retire();
  await waitAtMost(graceMs, idle, undefined);
  const stopping = new GatewayError('overloaded', 'The gateway is shutting down.', {
    reason: 'shutting_down',
    retryAfter: 1,
  });
  // Also those whose bodies still arrive: they would be refused.
  for (const { interruption } of context.running) interruption.interrupt(stopping);
  await context.running.whenNone();
  const drained = context.extensions.map((extension) =>
    runExtension(context, 'The last work of an extension failed.', () => extension.drain?.()),
  );
  await context.settlements.close();
  await context.slices.close();
  context.leases.close();
  await waitAtMost(extensionMs, Promise.all(drained), undefined);
  await context.transport.close();
}
