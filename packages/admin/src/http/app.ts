/** Routes requests to `/metrics` and below `/admin/v1`, `/key/v1` and `/console` to their handlers. */
import type { Host } from '@parley/core/extension';
import { Hono, type Context } from 'hono';
import { createOpenapiEndpoint } from '../openapi/document.ts';
import { basePaths } from '../shared/endpoint.ts';
import { allEndpoints } from './endpoints.ts';
import type { AdminContext } from './live-streams.ts';
import { serveEndpoint } from './router.ts';
import { consoleBase, serveConsole } from '../console/console.ts';
import { createFileServer, type ConsoleFiles } from '../console/files.ts';
import { metricsPath, serveMetrics } from '../metrics/metrics-endpoint.ts';

interface Environment {
  Bindings: {
    readonly host: Host;
    /** Responds to paths that this package does not serve. */
    readonly next: () => Promise<Response>;
  };
}

type Call = Context<Environment>;

/** @param loadConsole loads the files of the console; without it `/console` does not exist */
export function createApp(
  gateway: AdminContext,
  loadConsole?: () => Promise<ConsoleFiles>,
): Hono<Environment> {
  const app = new Hono<Environment>();
  for (const endpoint of [...allEndpoints, createOpenapiEndpoint(gateway.version, allEndpoints)]) {
    app.on(endpoint.method, `${basePaths[endpoint.audience]}${endpoint.path}`, (call) =>
      serveEndpoint(gateway, endpoint, { ...toIncoming(call), id: call.req.param('id') ?? '' }),
    );
  }
  app.get(metricsPath, (call) => serveMetrics(gateway, toIncoming(call)));
  if (loadConsole !== undefined) bindConsole(app, gateway, loadConsole);
  app.notFound((call) => call.env.next());
  app.onError((thrown) => {
    throw thrown;
  });
  return app;
}

/** While the configuration disables the console, its paths do not exist. */
function bindConsole(
  app: Hono<Environment>,
  gateway: AdminContext,
  loadConsole: () => Promise<ConsoleFiles>,
): void {
  const files = createFileServer(loadConsole);
  app.all(`${consoleBase}/*`, (call) =>
    gateway.snapshot().servesConsole
      ? serveConsole(gateway, files, toIncoming(call))
      : call.env.next(),
  );
}

function toIncoming(call: Call): { request: Request; host: Host } {
  return { request: call.req.raw, host: call.env.host };
}
