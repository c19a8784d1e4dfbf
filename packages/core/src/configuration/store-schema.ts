import * as z from 'zod';

/** Where everything is kept. */
export const storeSchema = z
  .strictObject({
    url: z
      .string()
      .regex(/^postgres(?:ql)?:\/\/\S+$/, 'Write postgres://user:password@host/database.')
      .optional()
      .describe('A PostgreSQL database, for many gateways; the embedded store if absent.'),
    redis: z
      .string()
      .regex(/^rediss?:\/\/\S+$/, 'Write redis://host:6379.')
      .optional()
      .describe('Keeps rates and places beside the database.'),
  })
  .describe('Where everything is kept.');
