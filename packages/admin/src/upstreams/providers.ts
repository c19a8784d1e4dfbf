/** Providers: the vendors and servers of models that an upstream may refer to. */
import { dialectIds } from '@parley/protocol';
import * as z from 'zod';
import {
  baseUrlVariables,
  dialectsOfPlainAddress,
  exampleBaseUrl,
  firstDialect,
  type Provider,
  providers,
} from '@parley/core/extension';
import type { ConfigurationOperator } from '../shared/operator.ts';

/** A provider as the API writes it. */
export const providerView = z
  .strictObject({
    object: z.literal('provider'),
    id: z.string().describe('The value of `provider` of an upstream.'),
    name: z.string(),
    base_urls: z
      .partialRecord(z.enum(dialectIds), z.string())
      .describe('By format, the preferred one first; empty when an upstream must set `base_url`.'),
    dialect: z
      .enum(dialectIds)
      .nullable()
      .describe('The preferred format of a `base_url` that names no format.'),
    base_url_dialects: z
      .array(z.enum(dialectIds))
      .describe('The formats of a `base_url` that names no format, the preferred one first.'),
    base_url_examples: z
      .record(z.enum(dialectIds), z.string())
      .describe('By format, what a `base_url` looks like, with made-up names.'),
    lists_models: z
      .boolean()
      .describe(
        'Whether the account may call what its list of models has; otherwise an upstream should set `models`.',
      ),
    variables: z
      .array(z.string())
      .describe('Environment variables for the credential; the first one that is set is used.'),
    base_url_variables: z
      .array(z.string())
      .describe('Environment variables that override the base URL.'),
    credential: z.enum(['required', 'optional', 'none']),
    local: z.boolean().describe('Whether it usually runs on a local machine.'),
    in_use: z.boolean().describe('Whether a configured upstream uses this provider.'),
  })
  .meta({ id: 'Provider' });

/** A provider in the format of the API. */
export type ProviderView = z.infer<typeof providerView>;

/** Lists all providers in the order of the catalogue. */
export function listProviders({ configuration }: ConfigurationOperator): readonly ProviderView[] {
  const { upstreams } = configuration.snapshot();
  const used = new Set([...upstreams.values()].map(({ provider }) => provider.id));
  return providers.map((provider) => toProviderView(provider, used.has(provider.id)));
}

function toProviderView(provider: Provider, isUsed: boolean): ProviderView {
  return {
    object: 'provider',
    id: provider.id,
    name: provider.name,
    base_urls: { ...provider.baseUrls },
    dialect: firstDialect(provider) ?? null,
    base_url_dialects: [...dialectsOfPlainAddress(provider)],
    base_url_examples: encodeExamples(provider),
    lists_models: provider.listIsGeneral !== true,
    variables: [...provider.credentialEnvironment],
    base_url_variables: [...new Set([...baseUrlVariables(provider).values()].flat())],
    credential: credentialOf(provider),
    local: provider.free === true && provider.builtIn === undefined,
    in_use: isUsed,
  };
}

function encodeExamples(provider: Provider): ProviderView['base_url_examples'] {
  const entries = dialectIds.map((dialect) => [dialect, exampleBaseUrl(provider, dialect)]);
  return Object.fromEntries(entries) as ProviderView['base_url_examples'];
}

function credentialOf({ credentialEnvironment, builtIn }: Provider): ProviderView['credential'] {
  if (builtIn !== undefined) return 'none';
  return credentialEnvironment.length > 0 ? 'required' : 'optional';
}
