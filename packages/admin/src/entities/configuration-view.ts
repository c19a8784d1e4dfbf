import * as z from 'zod';
import { listFacts, type GatewayFacts } from './configuration-facts.ts';
import { listParts } from './configuration-parts.ts';
import type { ConfigurationOperator } from '../operator.ts';

export const configurationView = z
  .strictObject({
    object: z.literal('configuration'),
    source: z
      .string()
      .nullable()
      .describe('The file, or the variable that holds its text; null when there is neither.'),
    parts: z
      .array(
        z.strictObject({
          path: z.string().describe('Such as upstreams.openai.base_url.'),
          value: z.unknown().describe('Without secrets: *** stands for each.'),
          from: z.enum(['file', 'environment', 'store', 'default']),
          detail: z
            .string()
            .nullable()
            .describe('Where exactly: a line of the file, or a variable of the environment.'),
        }),
      )
      .describe('Every value in force.'),
    facts: z
      .array(z.strictObject({ name: z.string(), value: z.string() }))
      .describe('What holds beside the configuration: version, runtime, store, limits.'),
  })
  .meta({ id: 'Configuration' });

/** Everything in force, and where it comes from. */
export function showConfiguration(
  operator: ConfigurationOperator,
  gateway: GatewayFacts,
): z.infer<typeof configurationView> {
  const { source = null } = operator.configuration.origins();
  return {
    object: 'configuration',
    source,
    parts: listParts(operator).map((part) => ({ ...part })),
    facts: [...listFacts(gateway, operator.cipher !== undefined)],
  };
}
