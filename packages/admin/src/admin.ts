/** The admin API, the API of key holders and the console, as an extension of a gateway. */
import type { GatewayContext, GatewayExtension } from '@parley/core/extension';
import { createApp } from './http/app.ts';
import type { ConsoleFiles } from './console/files.ts';
import { createLiveStreams } from './http/live-streams.ts';
import { findChosenKey } from './sessions/chosen-key.ts';
import { createSessionSweeper } from './sessions/sweeper.ts';

export interface AdminOptions {
  /** Loads the files of the console, which is served at `/console` then; there is none by default. */
  readonly console?: () => Promise<ConsoleFiles>;
}

/** Serves `/admin/v1`, `/key/v1` and `/console`; give it to `createGateway` as one of its `extensions`. */
export function createAdmin(
  options: AdminOptions = {},
): (gateway: GatewayContext) => GatewayExtension {
  return (gateway) => {
    const { liveStreams, liveStreamMs } = gateway.limits;
    const streams = createLiveStreams(liveStreams, liveStreamMs);
    const app = createApp({ ...gateway, streams }, options.console);
    return {
      fetch: async ({ request, host }, next) => app.fetch(request, { host, next }),
      findKey: (incoming) => findChosenKey(gateway, incoming),
      maintain: createSessionSweeper(gateway.store, gateway.clock, gateway.log),
      close: () => streams.close(),
    };
  };
}
