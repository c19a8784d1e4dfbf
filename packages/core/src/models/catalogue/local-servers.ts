import { type Configuration, configurationSchema } from '../../configuration/schema.ts';
import type { UpstreamTransport } from '../../ports.ts';
import { local } from '../providers/local.ts';
import { createUpstream } from '../routing/upstream.ts';
import { discoverModels, type DiscoveryOptions } from './discovery.ts';

/** A server on this machine answers at once or is not there. */
const patienceMs = 150;

/**
 * Looks for model servers at their usual ports on this machine, all at once. One counts as found
 * when it tells at least one model: something else may well listen at such a port.
 */
export async function findLocalServers(
  transport: UpstreamTransport,
  options: DiscoveryOptions = {},
): Promise<Configuration> {
  const answers = await Promise.all(
    local.map(async (provider) => {
      const configured = { provider: provider.id };
      const upstream = createUpstream(provider.id, configured, provider);
      const asked = { timeoutMs: patienceMs, ...options };
      const { models } = await discoverModels(upstream, transport, asked);
      return models.length > 0 ? [[provider.id, configured] as const] : [];
    }),
  );
  return configurationSchema.parse({ upstreams: Object.fromEntries(answers.flat()) });
}
