/** The entry for Cloudflare Workers; all data are in one Durable Object. */
import {
  createLogger,
  findLogLevel,
  loadConfiguration,
  prepareUnattended,
  requireLogLevel,
  startHost,
  type Environment,
  type StartedHost,
} from '@parley/host';
import { createDurableObjectStore } from '@parley/store-durable-object';
import { createIsolateState } from './isolate-state.ts';
import { openSocket } from './sockets.ts';
import { version } from './version.ts';
import type { Bindings, ExecutionContext } from './workers.ts';

export { StoreObject } from '@parley/store-durable-object';

/** Maximum characters of a stored response: a row of the object holds 2 MB, at three bytes each. */
const keptResponseLength = 600_000;
/** Maximum characters of what WebSockets may continue; an isolate has 128 MB of memory. */
const rememberedLength = 16 * 1024 * 1024;

const gateway = createIsolateState(startGateway);

const worker = {
  async fetch(request: Request, env: Bindings, ctx: ExecutionContext): Promise<Response> {
    const waitUntil = (work: Promise<unknown>): void => ctx.waitUntil(work);
    const host = await gateway.get(env, waitUntil);
    if (host === undefined) return refuse();
    const address = request.headers.get('cf-connecting-ip') ?? undefined;
    const { signal: departure } = request;
    return host.gateway.opensSocket(request)
      ? openSocket(host.gateway, request, { waitUntil, address })
      : host.gateway.fetch(request, { departure, waitUntil, address });
  },
};
export { worker as default };

async function startGateway(env: Bindings): Promise<StartedHost> {
  const environment: Environment = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const level = findLogLevel(environment);
  const write = (line: string): void => {
    console.log(line);
  };
  const log = createLogger({ level, pretty: false, colour: false, write });
  try {
    requireLogLevel(environment);
    const store = createDurableObjectStore(() => env.STORE.getByName('parley'));
    const host = await startHost({
      environment,
      log,
      version,
      loaded: loadConfiguration({ environment }),
      runtime: 'Cloudflare Workers',
      parts: { limits: { keptResponseLength, rememberedLength }, metrics: false },
      openOwnStore: async () => ({ store, description: 'Durable Object', isNew: false }),
    });
    await prepareUnattended(host);
    return host;
  } catch (cause) {
    log('error', 'The gateway cannot start.', { cause });
    throw cause;
  }
}

/** Without a gateway, the error cannot be written in the dialect of the client. */
function refuse(): Response {
  const error = { message: 'The gateway cannot start; its log says why.', type: 'server_error' };
  return Response.json({ error }, { status: 503, headers: { 'retry-after': '5' } });
}
