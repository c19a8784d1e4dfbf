/** Finds model servers on this machine, for hosts that start without a configuration. */
import { type Configuration, configurationSchema } from '../../configuration/schema.ts';
import type { UpstreamTransport } from '../../ports.ts';
import { local } from '../providers/local.ts';
import { createUpstream } from '../routing/upstream.ts';
import { discoverModels, type DiscoveryOptions } from './discovery.ts';

/** The longest wait for a server on this machine, in milliseconds. */
const timeoutMs = 150;

/**
 * Looks for model servers at their default ports, concurrently. A server is found when it lists at least one
 * model, because other programs may use the same ports.
 */
export async function findLocalServers(
  transport: UpstreamTransport,
  options: DiscoveryOptions = {},
): Promise<Configuration> {
  const answers = await Promise.all(
    local.map(async (provider) => {
      const configured = { provider: provider.id };
      const upstream = createUpstream(provider.id, configured, provider);
      const asked = { timeoutMs, ...options };
      const { models } = await discoverModels(upstream, transport, asked);
      return models.length > 0 ? [[provider.id, configured] as const] : [];
    }),
  );
  return configurationSchema.parse({ upstreams: Object.fromEntries(answers.flat()) });
}
