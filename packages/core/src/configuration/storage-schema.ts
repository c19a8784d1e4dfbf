/** The schemas of where everything is kept, what is kept in the store, and for how long. */
import * as z from 'zod';

const unreadable =
  'This is no URL of one server: write special characters of a password in percent encoding, such as %23 for #.';

/**
 * Whether a URL names one server. A `#`, or an `@` in the path or before the first parameter, shows that a password has
 * ended the address too early; a part of the password would be called, and logged, as the host.
 */
function namesServer(url: string): boolean {
  // A host in the parameters, which may be the folder of a socket, leaves its usual place empty.
  const whole = url.replace('@/', '@host/');
  if (!URL.canParse(whole)) return false;
  const { hash, hostname, pathname, search } = new URL(whole);
  const isInPath = hostname !== '' && pathname.includes('@');
  const isCut = hash !== '' || isInPath || /^\?[^=]*@/.test(search);
  return !isCut && !hostname.includes(',');
}

/** The schema of the URL of a PostgreSQL database. */
export const databaseUrlSchema = z
  .string()
  .regex(/^postgres(?:ql)?:\/\/\S+$/, 'Use a URL that begins with postgres:// or postgresql://.')
  .refine(namesServer, unreadable);

/** The schema of the URL of a Redis server. */
export const redisUrlSchema = z
  .string()
  .regex(
    /^(?:rediss?:\/\/|unix:\/\/\/)\S+$/,
    'Write redis://host:6379, rediss:// for TLS, or unix:///path for a socket.',
  )
  .refine(namesServer, unreadable);

/** The schema of the section `store`. */
export const storeSchema = z
  .strictObject({
    url: databaseUrlSchema
      .optional()
      .describe('A PostgreSQL database, for many gateways; the embedded store if absent.'),
    redis: redisUrlSchema
      .optional()
      .describe(
        'A Redis server that counts requests and tokens per minute and concurrent requests.',
      ),
  })
  .describe('Where data are stored.');

const days = z.int().min(1).max(36_500);

/** The schema of the section `retention`. */
export const retentionSchema = z
  .strictObject({
    exchanges: days.optional().describe('Days after which the record of an exchange is deleted.'),
    audit: days.optional().describe('Days after which an entry of the audit log is deleted.'),
  })
  .describe('How long records are kept; for ever by default. Money and usage are always kept.');

/** What one key may store: how many, and how much all of them take. */
function perKeySchema(count: string, size: string) {
  return z.strictObject({
    per_key: z.int().min(0).max(1_000_000).default(10_000).describe(count),
    mebibytes_per_key: z.int().min(0).max(1_048_576).default(256).describe(size),
  });
}

/** The schema of the section `responses`. */
export const responsesSchema = perKeySchema(
  'The most responses that are stored for one key.',
  'The most that all stored responses of one key take, in MiB.',
).describe('How much is stored for one key; beyond it, the oldest responses are deleted.');

/** The schema of the section `conversations`. */
export const conversationsSchema = perKeySchema(
  'The most conversations that one key stores.',
  'The most that all conversations of one key take, in MiB.',
).describe('How much one key may store with /v1/conversations, for which nothing is charged.');
