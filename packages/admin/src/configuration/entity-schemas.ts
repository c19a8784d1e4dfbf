import type { JsonObject } from '@parley/protocol';
import type * as z from 'zod';
import { groupSchema, modelSchema, priceSchema, upstreamSchema } from '@parley/core/extension';
import type { EntityKind } from '@parley/core/store';

const upstreamInput = upstreamSchema
  .extend({
    credential: upstreamSchema.shape.credential
      .nullable()
      .describe('The secret that the vendor gave out; the old one if absent, none if null.'),
  })
  .describe('A remote service.');

/** What may be sent of each kind: what the file may say, and that a credential is to go. */
export const entityInputs = {
  upstream: upstreamInput,
  model: modelSchema,
  group: groupSchema,
  price: priceSchema,
} as const satisfies Readonly<Record<EntityKind, z.ZodType>>;

/** A part as JSON, as which it is kept. */
export function toJson(input: z.output<(typeof entityInputs)[EntityKind]>): JsonObject {
  return JSON.parse(JSON.stringify(input)) as JsonObject;
}
