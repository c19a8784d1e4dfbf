/** Proxies and certificates of single upstreams, for Deno's `fetch`. */
import { UpstreamConnectionError, type NetworkOptions, type UpstreamNetwork } from '@parley/core';

/** A reload of the configuration adds clients; beyond this number, the oldest one is forgotten. */
const mostClients = 64;

/** Keeps a client, which has the connections, for each way. Deno itself reads the proxies of the environment. */
export function createNetworkOptions(): NetworkOptions {
  const clients = new Map<string, DenoHttpClient>();
  return (network) => {
    const key = JSON.stringify(network);
    const client = clients.get(key) ?? createClient(network);
    clients.set(key, client);
    const [oldest] = clients.keys();
    if (clients.size > mostClients && oldest !== undefined) clients.delete(oldest);
    const options: DenoFetchOptions = { client };
    return options;
  };
}

/** A client always uses the proxies of the environment where it has none of its own. */
function createClient({ proxy, ca }: UpstreamNetwork): DenoHttpClient {
  if (proxy === 'none') {
    const reason = 'Deno cannot call it without the proxy of the environment: use NO_PROXY';
    throw new UpstreamConnectionError(true, undefined, reason);
  }
  return Deno.createHttpClient({
    ...(proxy !== undefined && { proxy: { url: proxy } }),
    ...(ca !== undefined && { caCerts: [ca] }),
  });
}
