/** The schema of `sign_in`: how people sign in to the console. */
import * as z from 'zod';

/** Hosts of this machine, for which a provider may use plain HTTP, for example to try it out. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function isSafeIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash } = new URL(text);
  const isEncrypted = protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));
  return isEncrypted && search === '' && hash === '';
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && isBare(new URL(text));
}

function isBare({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === '/' && search + hash + username + password === '';
}

/** An e-mail address in the form in which identities are compared: ASCII in lower case. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Use at most 254 characters.')
  .regex(
    /^[\x21-\x3f\x41-\x7e]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*$/,
    'Write an address such as ada@example.org.',
  );

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/, 'Write a domain such as example.org, without @.');

const allowSchema = z
  .strictObject({
    emails: z.array(emailAddress).max(10_000).default([]),
    domains: z.array(domain).max(1_000).default([]).describe('The domains of e-mail addresses.'),
  })
  .describe('Who may sign in without an invitation; nobody if absent.');

const oidcSchema = z
  .strictObject({
    title: z
      .string()
      .regex(/^[^\p{C}]{1,64}$/u, 'Use 1 to 64 characters without control characters.')
      .describe('The text of the sign-in button.'),
    issuer: z
      .string()
      .refine(isSafeIssuer, 'Write the https address of the provider, without query.')
      .describe(
        'The issuer URL of the provider, which has /.well-known/openid-configuration below it.',
      ),
    client_id: z.string().min(1).max(1_000),
    client_secret: z
      .string()
      .regex(/^[\x20-\x7e]{1,1000}$/, 'Use visible ASCII characters.')
      .describe('The secret of the gateway at the provider.'),
    scopes: z
      .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'Use a scope without spaces.'))
      .max(50)
      .refine((scopes) => scopes.includes('openid'), 'openid must be among them.')
      .default(['openid', 'email', 'profile']),
    allow: allowSchema.optional(),
    default_role: z
      .enum(['admin', 'viewer'])
      .default('viewer')
      .describe('The role of people who sign in without an invitation.'),
  })
  .describe('An identity provider that supports OpenID Connect.');

/** How people sign in to the console, in addition to tokens and keys. */
export const signInSchema = z
  .strictObject({
    base_url: z
      .string()
      .refine(isOrigin, 'Write scheme and host only, such as https://parley.example.org.')
      .transform((text) => new URL(text).origin)
      .optional()
      .describe('The URL by which people reach the gateway; by default that of each request.'),
    oidc: oidcSchema.optional(),
  })
  .describe('How people sign in to the console, in addition to tokens and keys.');

/** The section `sign_in` after validation. */
export type SignInConfiguration = z.infer<typeof signInSchema>;
/** The identity provider of the section `sign_in`, after validation. */
export type OidcConfiguration = z.infer<typeof oidcSchema>;
