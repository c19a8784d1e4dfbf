/**
 * The client of an OpenID provider: OpenID Connect Core 1.0, authorization code flow with PKCE (RFC 7636),
 * state and nonce. Loads its library only when a provider is configured.
 */
import type * as oauth from 'oauth4webapi';
import { createSecretRedactor } from '@parley/protocol';
import { hashSecret, joinBytes, type OidcConfiguration } from '@parley/core/extension';
import { name as shownName } from '../shared/schemas.ts';
import { SignInFailure } from './sign-in-failure.ts';

/** The identity that the provider verified. */
export interface VerifiedPerson {
  readonly issuer: string;
  readonly subject: string;
  /** Verified by the provider, in its spelling. */
  readonly email: string;
  readonly name?: string;
}

/** One sign-in of one browser. */
export interface SignInAttempt {
  readonly oidc: OidcConfiguration;
  /** Random; only this browser has it, in a cookie. */
  readonly secret: string;
  /** The URL that the provider redirects the browser to. */
  readonly redirectUri: string;
  /** Milliseconds from an arbitrary start. */
  readonly now: number;
}

/** Maximum size of a response of the provider, in bytes. */
const maxResponseBytes = 1024 * 1024;
/** Timeout of one request to the provider, in milliseconds. */
const timeoutMs = 10_000;
/** How long the discovery document is cached, in milliseconds. */
const discoveryMs = 60 * 60_000;

/** The URL of the provider to redirect the browser to. @throws SignInFailure `provider_unavailable` */
export async function createAuthorizationUrl(attempt: SignInAttempt): Promise<URL> {
  const library = await import('oauth4webapi');
  const { server } = await discover(library, attempt);
  const { state, nonce, verifier } = await deriveProofs(attempt.secret);
  const url = new URL(server.authorization_endpoint);
  const parameters = {
    client_id: attempt.oidc.client_id,
    redirect_uri: attempt.redirectUri,
    response_type: 'code',
    scope: attempt.oidc.scopes.join(' '),
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

/**
 * Exchanges the code that the provider returned for a verified identity.
 * @param parameters the query of the URL that the provider redirected to
 * @throws SignInFailure
 */
export async function verifyPerson(
  attempt: SignInAttempt,
  parameters: URLSearchParams,
): Promise<VerifiedPerson> {
  const library = await import('oauth4webapi');
  const provider = await discover(library, attempt);
  try {
    const { claims, accessToken } = await exchangeCode(provider, attempt, parameters);
    return await readPerson(provider, claims, accessToken);
  } catch (cause) {
    if (cause instanceof SignInFailure) throw cause;
    const isRefusal = cause instanceof library.AuthorizationResponseError;
    throw new SignInFailure(isRefusal ? 'refused_by_provider' : 'not_verified', {
      cause: explain(cause, attempt.oidc),
    });
  }
}

/** The longest text of an error response that is logged, in characters. */
const maxExplanationLength = 500;

/** Adds what an error response says (RFC 6749, 4.1.2.1 and 5.2), which the message of its error lacks. */
function explain(cause: unknown, { client_secret: secret }: OidcConfiguration): unknown {
  const { error, error_description: description = '' } = cause as Partial<oauth.ResponseBodyError>;
  if (error === undefined) return cause;
  const text = createSecretRedactor([secret])(`${error} ${description}`.trim());
  return new Error(`The provider says: ${text.slice(0, maxExplanationLength)}`, { cause });
}

type Library = typeof oauth;

/** The addresses of the discovery document that a sign-in uses. */
const needed = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

type UsableServer = oauth.AuthorizationServer & Record<(typeof needed)[number], string>;

interface Provider {
  readonly library: Library;
  readonly server: UsableServer;
  readonly client: oauth.Client;
  readonly keys: oauth.JWKSCacheInput;
  /** Options of one request; the timeout begins when they are created. */
  readonly options: () => ReturnType<typeof createOptions>;
}

/**
 * Discovered providers by configuration, so that a changed configuration is discovered again. Caches no
 * promises, because on Cloudflare Workers a promise belongs to one request.
 */
const discovered = new WeakMap<
  OidcConfiguration,
  { readonly provider: Provider; readonly at: number }
>();

async function discover(library: Library, { oidc, now }: SignInAttempt): Promise<Provider> {
  const cached = discovered.get(oidc);
  if (cached !== undefined && now - cached.at < discoveryMs) return cached.provider;
  const issuer = new URL(oidc.issuer);
  const options = () => createOptions(library, issuer);
  try {
    const server = await readServer(library, issuer);
    const client = { client_id: oidc.client_id };
    const provider = { library, server, client, keys: {}, options };
    discovered.set(oidc, { provider, at: now });
    return provider;
  } catch (cause) {
    throw new SignInFailure('provider_unavailable', { cause });
  }
}

/** What the provider says of itself now. @throws Error when it does not respond, or with an invalid document */
export async function readProvider({ issuer }: OidcConfiguration): Promise<UsableServer> {
  return readServer(await import('oauth4webapi'), new URL(issuer));
}

async function readServer(library: Library, issuer: URL): Promise<UsableServer> {
  const response = await library.discoveryRequest(issuer, createOptions(library, issuer));
  const server = await library.processDiscoveryResponse(issuer, response);
  const missing = needed.filter((field) => !isUsable(server[field], issuer));
  if (missing.length > 0) throw new Error(`The provider states no ${missing.join(', ')}.`);
  return server as UsableServer;
}

/** Browsers and the gateway are sent only to what is as safe as the issuer. */
function isUsable(address: unknown, { protocol: safe }: URL): boolean {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { protocol } = new URL(address);
  return protocol === 'https:' || protocol === safe;
}

function createOptions(library: Library, { protocol }: URL) {
  return {
    signal: AbortSignal.timeout(timeoutMs),
    [library.customFetch]: fetchLimited,
    // The configuration allows plain HTTP only for a provider on this machine.
    [library.allowInsecureRequests]: protocol === 'http:',
  };
}

/** Reads a response completely, up to the maximum size, before the library parses it. */
async function fetchLimited(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let step = await reader?.read(); step?.done === false; step = await reader?.read()) {
    length += step.value.byteLength;
    if (length > maxResponseBytes) {
      await reader?.cancel();
      throw new RangeError('The response of the provider is too large.');
    }
    chunks.push(step.value);
  }
  const { status, headers } = response;
  return new Response(chunks.length === 0 ? null : joinBytes(chunks), { status, headers });
}

/**
 * Derives state, nonce and verifier from the secret of the browser, so that nothing needs to be stored before
 * the sign-in succeeds. None of them reveals the secret or another one.
 */
async function deriveProofs(
  secret: string,
): Promise<{ readonly state: string; readonly nonce: string; readonly verifier: string }> {
  const [state, nonce, verifier] = await Promise.all([
    hashSecret(`state ${secret}`),
    hashSecret(`nonce ${secret}`),
    hashSecret(`verifier ${secret}`),
  ]);
  return { state, nonce, verifier };
}

interface Grant {
  readonly claims: oauth.IDToken;
  readonly accessToken: string;
}

/** Exchanges the code for tokens and checks the signature of the ID token. */
async function exchangeCode(
  { library, server, client, keys, options }: Provider,
  { oidc, secret, redirectUri }: SignInAttempt,
  parameters: URLSearchParams,
): Promise<Grant> {
  const { state, nonce, verifier } = await deriveProofs(secret);
  const accepted = library.validateAuthResponse(server, client, parameters, state);
  const response = await library.authorizationCodeGrantRequest(
    server,
    client,
    authenticate(library, server, oidc.client_secret),
    accepted,
    redirectUri,
    verifier,
    options(),
  );
  const result = await library.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  await library.validateApplicationLevelSignature(server, response, {
    ...options(),
    [library.jwksCache]: keys,
  });
  const claims = library.getValidatedIdTokenClaims(result);
  if (claims === undefined) throw new SignInFailure('not_verified');
  return { claims, accessToken: result.access_token };
}

/** Sends the secret in a header unless the provider supports only the body (OIDC Discovery 1.0, 3). */
function authenticate(
  { ClientSecretBasic, ClientSecretPost }: Library,
  { token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer,
  secret: string,
): oauth.ClientAuth {
  const supportsHeader = methods === undefined || methods.includes('client_secret_basic');
  return supportsHeader ? ClientSecretBasic(secret) : ClientSecretPost(secret);
}

/** Many providers return the e-mail address only from the userinfo endpoint (OIDC Core 1.0, 5.4). */
async function readPerson(
  { library, server, client, options }: Provider,
  claims: oauth.IDToken,
  accessToken: string,
): Promise<VerifiedPerson> {
  let identity: Readonly<Record<string, unknown>> = claims;
  if (claims['email'] === undefined && server.userinfo_endpoint !== undefined) {
    const response = await library.userInfoRequest(server, client, accessToken, options());
    identity = await library.processUserInfoResponse(server, client, claims.sub, response);
  }
  const { email, email_verified: isVerified, name } = identity;
  if (typeof email !== 'string') throw new SignInFailure('no_email');
  // Some providers write the boolean as a string.
  if (isVerified !== true && isVerified !== 'true') throw new SignInFailure('email_not_verified');
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    ...readName(name),
  };
}

/** Many people choose this name themselves, so it must not hide or reorder the text that it is shown in. */
function readName(text: unknown): { readonly name?: string } {
  if (typeof text !== 'string') return {};
  const { data } = shownName.safeParse(Array.from(text).slice(0, 128).join(''));
  return data === undefined ? {} : { name: data };
}
