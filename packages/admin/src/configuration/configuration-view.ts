/** The effective configuration in the API: every value with its origin, and facts about the host. */
import * as z from 'zod';
import { catalogueEdition, type ExtensionContext } from '@parley/core/extension';
import type { ConfigurationOperator } from '../shared/operator.ts';
import { listValues } from './configuration-values.ts';

export const configurationView = z
  .strictObject({
    object: z.literal('configuration'),
    source: z
      .string()
      .nullable()
      .describe('The configuration file, or the variable that holds its text; null for neither.'),
    parts: z
      .array(
        z.strictObject({
          path: z.string().describe('Such as upstreams.openai.base_url.'),
          value: z.unknown().describe('Secrets are replaced by ***.'),
          from: z.enum(['file', 'environment', 'store', 'default']),
          detail: z
            .string()
            .nullable()
            .describe('The line of the file, or the environment variable.'),
        }),
      )
      .describe('Every effective value.'),
    facts: z
      .array(z.strictObject({ name: z.string(), value: z.string() }))
      .describe('What is not part of the configuration: version, runtime, store, limits.'),
  })
  .meta({ id: 'Configuration' });
type ConfigurationView = z.infer<typeof configurationView>;

/** Reads the effective configuration, with the origin of each value. */
export function showConfiguration(
  operator: ConfigurationOperator,
  gateway: ExtensionContext,
): ConfigurationView {
  const { source = null } = operator.configuration.origins();
  return {
    object: 'configuration',
    source,
    parts: listValues(operator).map((value) => ({ ...value })),
    facts: listFacts(gateway),
  };
}

function listFacts({
  version,
  limits,
  facts,
  cipher,
}: ExtensionContext): ConfigurationView['facts'] {
  return [
    { name: 'version', value: version },
    ...Object.entries(facts).map(([name, value]) => ({ name, value })),
    { name: 'secret_key', value: cipher === undefined ? 'not set' : 'set' },
    { name: 'price_catalogue', value: catalogueEdition.date },
    ...Object.entries<number>({ ...limits }).map(([name, value]) => ({
      name: `limits.${toSnakeCase(name)}`,
      value: String(value),
    })),
  ];
}

/** `requestBytes` → `request_bytes` */
function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
