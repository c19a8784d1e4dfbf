/** The schema of `parley.yaml`; hosts validate their file with it, and the admin API the parts of it. */
import { dialectIds } from '@parley/protocol';
import * as z from 'zod';
import { alertsSchema } from './alerts-schema.ts';
import { headersSchema } from './headers-schema.ts';
import { profileSchema } from './profile-schema.ts';
import { signInSchema } from './sign-in-schema.ts';
import {
  conversationsSchema,
  responsesSchema,
  retentionSchema,
  storeSchema,
} from './storage-schema.ts';
import { tracesSchema } from './traces-schema.ts';
import { isAddressRange } from '../keys/addresses.ts';
import { multiplierSchema, tierSchema } from './tier-schema.ts';
import { priceSchema, pricingSchema, salePriceSchema } from './price-schema.ts';

const dialect = z.enum(dialectIds);

/** The paths of endpoints that model vendors show in full, and operators copy. */
const endpointAtEnd = /\/(?:chat\/completions|v1\/messages|v1\/responses)\/*(?:\?|$)/;

const baseUrl = z
  .url({ protocol: /^(https?|demo)$/, error: 'Use a URL such as https://host.example/v1.' })
  .refine(
    (url) => !endpointAtEnd.test(url),
    'Leave out the path of the endpoint, such as /chat/completions: it is appended.',
  )
  .transform((url) => url.replace(/\/+$/, ''))
  .describe('Base URL without a final slash.');

const proxyAdvice = 'Use http://host:port, https://host:port or none.';

const proxy = z
  .union([z.literal('none'), z.url({ protocol: /^https?$/, error: proxyAdvice })], {
    error: proxyAdvice,
  })
  .describe('The HTTP proxy of the upstream, or none; by default that of the environment.');

const certificates = z
  .string()
  .regex(/-----BEGIN CERTIFICATE-----/, 'Use certificates in PEM, or file: with their file.')
  .describe('Certificates in PEM that are trusted besides those of the runtime.');

const upstreamName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9_.-]*$/,
    'Use lower-case letters and digits, and after the first one also dots, hyphens and underscores.',
  );

const callName = z
  .string()
  .regex(/^[^\p{C}]{1,256}$/u, 'Use 1 to 256 characters without control characters.');

const seconds = z.number().positive().max(86_400);

/** The schema of one entry of `upstreams`. */
export const upstreamSchema = z
  .strictObject({
    provider: z
      .string()
      .min(1)
      .describe(
        'A provider by its id, such as openai or groq; for any other server openai-compatible, ' +
          'anthropic-compatible, gemini-compatible or responses-compatible, with a base_url.',
      ),
    base_url: z
      .union([baseUrl, z.partialRecord(dialect, baseUrl)])
      .optional()
      .describe('Replaces the base URLs of the provider: one URL, or one for each dialect.'),
    dialect: dialect.optional().describe('Calls the upstream in this dialect only.'),
    credential: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'Use visible ASCII characters without spaces.')
      .optional()
      .describe('The API key of the upstream.'),
    headers: headersSchema.optional().describe('Headers that are sent with every call.'),
    proxy: proxy.optional(),
    ca: certificates.optional(),
    models: z
      .array(callName)
      .optional()
      .describe('The models of the upstream; by default those that it lists itself.'),
    first_byte_timeout: seconds
      .optional()
      .describe('Seconds until a streamed response begins; 60 by default.'),
    idle_timeout: seconds
      .optional()
      .describe('Seconds without data during a response; 60 by default.'),
    total_timeout: seconds
      .optional()
      .describe('Seconds for a call, from its start to the end of the response; 600 by default.'),
  })
  .describe('A configured remote service.');

/** The schema of one entry of `models`. */
export const modelSchema = z
  .strictObject({
    targets: z
      .array(
        z.strictObject({
          upstream: z.string().min(1).describe('The name of an upstream.'),
          model: callName
            .optional()
            .describe('The name of the model at the upstream; by default the call name.'),
          priority: z
            .int()
            .min(0)
            .max(1_000)
            .default(0)
            .describe('Targets with a lower priority are tried first.'),
          weight: z
            .int()
            .min(1)
            .max(1_000)
            .default(1)
            .describe('The share of the calls among equal targets.'),
        }),
      )
      .min(1)
      .describe('A list of upstreams, each with the name of the model there; one of them answers.'),
    display_name: z.string().min(1).optional(),
    owned_by: z.string().min(1).optional(),
    max_input_tokens: z.int().positive().optional(),
    accepts_images: z
      .boolean()
      .optional()
      .describe('Whether a prompt may contain images; by default as the upstreams list it.'),
    profile: profileSchema.optional(),
  })
  .describe('A call name and the targets that answer it.');

/** The schema of one entry of `groups`. */
export const groupSchema = z
  .strictObject({
    fingerprint: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,32}$/, 'Use 1 to 32 letters, digits, hyphens and underscores.')
      .optional(),
    family: z.enum(['chat-completions', 'messages']).default('messages'),
    count_tokens: z
      .enum(['native', 'estimate', 'off'])
      .optional()
      .describe(
        'Counts tokens with the upstream, by an estimate or not at all; by default off for the family chat-completions, otherwise native.',
      ),
    models: z
      .array(z.string().min(1))
      .default(['*'])
      .describe('Call names its keys may use; * stands for any characters.'),
    tiers: z
      .array(tierSchema)
      .max(1_000)
      .default([])
      .describe(
        'Maps other names, such as those of coding assistants, to call names; the first rule that matches applies.',
      ),
    holders_may_rotate: z
      .boolean()
      .default(false)
      .describe('Whether the holder of a key may replace its secret.'),
    departed: z
      .enum(['prompt', 'free'])
      .default('prompt')
      .describe(
        'What a client pays that disconnects before the response begins: its prompt, once the upstream has all of it, or nothing.',
      ),
    multiplier: multiplierSchema.default(1).describe('The factor of its prices.'),
  })
  .describe('The call names that keys of this group may use, and how.');

const usageSchema = z
  .strictObject({
    show_balance: z
      .boolean()
      .default(false)
      .describe('Whether GET /v1/usage shows the balance of a prepaid account.'),
  })
  .describe('What holders of keys may read.');

/** The schema of the section `overload`. */
export const overloadSchema = z
  .strictObject({
    event_loop_delay: z
      .number()
      .min(0.05)
      .max(60)
      .default(0.5)
      .describe('How late the event loop may be, in seconds.'),
    heap: z.number().min(0.1).max(1).default(0.9).describe('Share of the heap that may be used.'),
  })
  .describe(
    'The load above which new calls are refused with 503, so that running ones can finish.',
  );

const corsSchema = z
  .strictObject({
    origins: z
      .array(
        z.string().regex(/^(?:\*|[a-z][a-z0-9+.-]*:\/\/[a-z0-9._:[\]-]+)$/, {
          error: 'Use an origin such as https://app.example.org, or * for every page.',
        }),
      )
      .max(100)
      .describe('Origins whose pages may call the model endpoints; * for every origin.'),
  })
  .describe('Which web pages may call the gateway from a browser; none by default.');

const durability = z
  .enum(['process', 'power'])
  .describe(
    'What the record of a call survives before its end is sent: the end of the process, or a power cut.',
  );

/** The complete `parley.yaml`. Unknown keys are errors. */
export const configurationSchema = z.strictObject({
  upstreams: z.record(upstreamName, upstreamSchema).default({}),
  models: z.record(callName, modelSchema).default({}),
  groups: z.record(z.string().min(1), groupSchema).default({}),
  prices: z.array(priceSchema).max(10_000).optional(),
  sale_prices: z.array(salePriceSchema).max(10_000).optional(),
  pricing: pricingSchema.optional(),
  usage: usageSchema.optional(),
  store: storeSchema.optional(),
  durability: durability.optional(),
  retention: retentionSchema.optional(),
  responses: responsesSchema.optional(),
  conversations: conversationsSchema.optional(),
  overload: overloadSchema.optional(),
  trusted_proxies: z
    .array(z.string().refine(isAddressRange, 'Use an address or a range such as 10.0.0.0/8.'))
    .max(100)
    .optional()
    .describe(
      'Proxies in front of this gateway, whose x-forwarded-for states the address of the client.',
    ),
  cors: corsSchema.optional(),
  sign_in: signInSchema.optional(),
  console: z
    .boolean()
    .optional()
    .describe('Whether the console is served at /console; true by default.'),
  metrics: z
    .union([z.enum(['token', 'public']), z.literal(false)])
    .optional()
    .describe(
      'Who may read /metrics: holders of an admin token (token, the default) or anybody (public); false turns it off.',
    ),
  traces: tracesSchema.optional(),
  alerts: alertsSchema.optional(),
});

/** A whole configuration after validation; docs/configuration.md describes it. */
export type Configuration = z.infer<typeof configurationSchema>;
/** One entry of `upstreams` after validation. */
export type UpstreamConfiguration = z.infer<typeof upstreamSchema>;
/** One entry of `models` after validation. */
export type ModelConfiguration = z.infer<typeof modelSchema>;
/** One entry of `groups` after validation. */
export type GroupConfiguration = z.infer<typeof groupSchema>;

/** The JSON Schema of `parley.yaml`, for editors. */
export function configurationJsonSchema(): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(configurationSchema, { io: 'input' });
}
