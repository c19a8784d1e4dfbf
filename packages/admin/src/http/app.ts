/** Routes requests to `/metrics` and below `/admin/v1`, `/key/v1` and `/console` to their handlers. */
import type { Host } from '@parley/core/extension';
import { Hono, type Context } from 'hono';
import { createOpenapiEndpoint } from '../openapi/document.ts';
import type { AdminEndpoint } from '../shared/endpoint.ts';
import { allEndpoints } from './endpoints.ts';
import type { AdminContext } from './context.ts';
import { isServed, refuseMethod, refusePath, routeOf } from './no-endpoint.ts';
import { serveEndpoint } from './serve-endpoint.ts';
import { consoleBase, redirectBrowser, serveConsole } from '../console/console.ts';
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
  const endpoints = [...allEndpoints, createOpenapiEndpoint(gateway.version, allEndpoints)];
  for (const endpoint of endpoints) {
    app.on(endpoint.method, routeOf(endpoint), (call) =>
      serveEndpoint(gateway, endpoint, { ...toIncoming(call), id: call.req.param('id') ?? '' }),
    );
  }
  bindOthers(app, gateway, endpoints);
  app.get(metricsPath, (call) => serveMetrics(gateway, toIncoming(call)));
  if (loadConsole !== undefined) bindConsole(app, gateway, loadConsole);
  app.notFound(async (call) =>
    (await isServed(gateway, call.req.path))
      ? refusePath(gateway, endpoints, call.req.raw)
      : call.env.next(),
  );
  app.onError((thrown) => {
    throw thrown;
  });
  return app;
}

/** Binds the other methods of the paths of endpoints. */
function bindOthers(
  app: Hono<Environment>,
  gateway: AdminContext,
  endpoints: readonly AdminEndpoint[],
): void {
  for (const [route, same] of Map.groupBy(endpoints, routeOf)) {
    const methods = same.map(({ method }) => method);
    app.all(route, async (call) =>
      (await isServed(gateway, call.req.path)) ? refuseMethod(gateway, methods) : call.env.next(),
    );
  }
}

/** While the configuration disables the console, its paths do not exist. */
function bindConsole(
  app: Hono<Environment>,
  gateway: AdminContext,
  loadConsole: () => Promise<ConsoleFiles>,
): void {
  const files = createFileServer(loadConsole);
  app.get('/', (call) => {
    const redirect = gateway.snapshot().servesConsole ? redirectBrowser(call.req.raw) : undefined;
    return redirect ?? call.env.next();
  });
  app.all(`${consoleBase}/*`, (call) =>
    gateway.snapshot().servesConsole
      ? serveConsole(gateway, files, toIncoming(call))
      : call.env.next(),
  );
}

function toIncoming(call: Call): { request: Request; host: Host } {
  return { request: call.req.raw, host: call.env.host };
}
