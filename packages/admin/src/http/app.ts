/** Binds the endpoints of the admin API, of key holders and of the console to their handlers. */
import type { Host } from '@parley/core/extension';
import { Hono, type Context } from 'hono';
import { apiEndpoints, bases } from './endpoints.ts';
import { createDescription } from '../openapi/document.ts';
import { serveAdmin } from './router.ts';
import { consoleBase, serveConsole } from '../console/console.ts';
import { createFileServer, type ConsoleFiles } from '../console/files.ts';
import type { AdminContext } from '../context.ts';

interface Environment {
  Bindings: {
    readonly host: Host;
    /** Answers what is not found here. */
    readonly next: () => Promise<Response>;
  };
}

type Call = Context<Environment>;

/** @param loadConsole loads the files of the console; without it there is none */
export function createApp(
  gateway: AdminContext,
  loadConsole?: () => Promise<ConsoleFiles>,
): Hono<Environment> {
  const app = new Hono<Environment>();
  for (const endpoint of [...apiEndpoints, createDescription(gateway.version)]) {
    app.on(endpoint.method, `${bases[endpoint.audience]}${endpoint.path}`, (call) =>
      serveAdmin(gateway, endpoint, { ...toIncoming(call), id: call.req.param('id') ?? '' }),
    );
  }
  if (loadConsole !== undefined) bindConsole(app, gateway, loadConsole);
  app.notFound((call) => call.env.next());
  app.onError((thrown) => {
    throw thrown;
  });
  return app;
}

/** Where the configuration turns the console off, its paths look like any that do not exist. */
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
