import * as z from 'zod';
import { configurationSchema } from './schema.ts';

/** The JSON Schema of `parley.yaml` as a person writes it, for editors. */
export function configurationJsonSchema(): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(configurationSchema, { io: 'input' });
}
