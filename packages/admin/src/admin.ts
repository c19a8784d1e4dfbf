/** The admin API, the API of key holders, the console and the metrics, as an extension of a gateway; used by hosts. */
import type { ExtensionContext, GatewayExtension } from '@parley/core/extension';
import type { ConsoleFiles } from './console/files.ts';
import type { createApp } from './http/app.ts';
import {
  createLiveStreams,
  defaultLiveStreamLimits,
  type LiveStreamLimits,
} from './http/live-streams.ts';
import { TokenPresence } from './http/token-presence.ts';
import type { MetricFamily } from './metrics/metric.ts';
import { createMetrics, type MetricsPeers } from './metrics/metrics.ts';
import { findChosenKey } from './sessions/chosen-key.ts';
import { createSessionSweeper } from './sessions/session.ts';

/** What the admin extension serves beside its API. Everything is optional. */
export interface AdminOptions {
  /** Loads the files of the console, which is then served at `/console`; by default it is not served. */
  readonly console?: () => Promise<ConsoleFiles>;
  /** Connects the processes that share a port; `false` where processes come and go, so that nothing is counted. */
  readonly metrics?: MetricsPeers | false | undefined;
  /** Measures what only the host knows, such as the memory of the process; shown with the other metrics. */
  readonly hostMetrics?: (() => readonly MetricFamily[]) | undefined;
  /** Limits of live streams: by default 100 at the same time, 4 per key holder, for ten minutes each. */
  readonly liveStreams?: Partial<LiveStreamLimits>;
}

/**
 * Serves `/admin/v1`, `/key/v1`, `/console` and `/metrics`.
 * @returns an extension for the option `extensions` of `createGateway`
 */
export function createAdmin(
  options: AdminOptions = {},
): (gateway: ExtensionContext) => GatewayExtension {
  return (gateway) => {
    const limits = { ...defaultLiveStreamLimits, ...options.liveStreams };
    const liveStreams = createLiveStreams(limits);
    const facts = { ...gateway.facts, ...describeLimits(limits) };
    const { metrics: peers, hostMetrics } = options;
    const metrics = peers === false ? undefined : createMetrics(gateway, peers, hostMetrics);
    const tokens = new TokenPresence(gateway.store, gateway.clock);
    const context = { ...gateway, facts, liveStreams, metrics, tokens };
    let app: ReturnType<typeof createApp> | undefined;
    // Loaded with the first request to an endpoint, because a gateway may never get one, and again after a failure.
    const loadApp = async () => {
      const module = await import('./http/app.ts');
      return (app ??= module.createApp(context, options.console));
    };
    return {
      fetch: async ({ request, host }, next) =>
        (app ?? (await loadApp())).fetch(request, { host, next }),
      onEnded: (exchange) => metrics?.record(exchange),
      findKey: (incoming) => findChosenKey(gateway, incoming),
      maintain: createSessionSweeper(gateway.store, gateway.clock, gateway.log),
      close: () => liveStreams.close(),
    };
  };
}

/** Shown by `GET /admin/v1/configuration` beside the limits of the gateway. */
function describeLimits(limits: LiveStreamLimits): Readonly<Record<string, string>> {
  return {
    'limits.live_streams': String(limits.capacity),
    'limits.live_stream_ms': String(limits.durationMs),
  };
}
