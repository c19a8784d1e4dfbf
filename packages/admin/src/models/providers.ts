import { dialectIds } from '@parley/protocol';
import * as z from 'zod';
import { baseUrlVariables, firstDialect, type Provider, providers } from '@parley/core/extension';
import type { ConfigurationOperator } from '../operator.ts';

export const providerView = z
  .strictObject({
    object: z.literal('provider'),
    id: z.string().describe('What an upstream says in `provider`.'),
    name: z.string(),
    base_urls: z
      .partialRecord(z.enum(dialectIds), z.string())
      .describe('By format, the preferred one first; empty where an upstream needs a `base_url`.'),
    dialect: z.enum(dialectIds).nullable().describe('The format of a plain `base_url`.'),
    variables: z
      .array(z.string())
      .describe('Environment variables that may hold the credential, the first one first.'),
    base_url_variables: z
      .array(z.string())
      .describe('Environment variables that may hold another address.'),
    credential: z.enum(['required', 'optional', 'none']),
    local: z.boolean().describe('Whether people run it on their own machines.'),
    in_use: z.boolean().describe('Whether an upstream of this provider is configured.'),
  })
  .meta({ id: 'Provider' });
export type ProviderView = z.infer<typeof providerView>;

/** Every provider that Parley knows, in the order of the catalogue. */
export function listProviders({ configuration }: ConfigurationOperator): readonly ProviderView[] {
  const { upstreams } = configuration.snapshot();
  const used = new Set([...upstreams.values()].map(({ provider }) => provider.id));
  return providers.map((provider) => encodeProvider(provider, used.has(provider.id)));
}

function encodeProvider(provider: Provider, isUsed: boolean): ProviderView {
  return {
    object: 'provider',
    id: provider.id,
    name: provider.name,
    base_urls: { ...provider.baseUrls },
    dialect: firstDialect(provider) ?? null,
    variables: [...provider.credentialEnvironment],
    base_url_variables: [...new Set([...baseUrlVariables(provider).values()].flat())],
    credential: credentialOf(provider),
    local: provider.free === true && provider.builtIn === undefined,
    in_use: isUsed,
  };
}

function credentialOf({ credentialEnvironment, builtIn }: Provider): ProviderView['credential'] {
  if (builtIn !== undefined) return 'none';
  return credentialEnvironment.length > 0 ? 'required' : 'optional';
}
