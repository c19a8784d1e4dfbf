/**
 * What Parley asks of a provider of identities: OpenID Connect Core 1.0 by the authorization code flow,
 * with PKCE (RFC 7636), a state and a nonce. The library is loaded only where a provider is configured.
 */
import type * as oauth from 'oauth4webapi';
import { hashSecret, type OidcConfiguration } from '@parley/core/extension';
import { SignInFailure } from './sign-in-failure.ts';

/** A person whom the provider vouches for. */
export interface VerifiedPerson {
  readonly issuer: string;
  readonly subject: string;
  /** Verified by the provider, as it wrote it. */
  readonly email: string;
  readonly name?: string;
}

/** What belongs to one sign-in of one browser. */
export interface SignInAttempt {
  readonly oidc: OidcConfiguration;
  /** Only this browser has it, in a cookie. */
  readonly secret: string;
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
  /** Milliseconds from an arbitrary start. */
  readonly now: number;
}

/** Longest answer of a provider, in bytes. */
const longestAnswer = 1024 * 1024;
/** How long one answer may take, in milliseconds. */
const patienceMs = 10_000;
/** How long what a provider says of itself is believed, in milliseconds. */
const freshMs = 60 * 60_000;

/** Where to send the browser. @throws SignInFailure `provider_unavailable` */
export async function createAuthorizationUrl(attempt: SignInAttempt): Promise<URL> {
  const library = await import('oauth4webapi');
  const { server } = await discover(library, attempt);
  const { state, nonce, verifier } = await deriveProofs(attempt.secret);
  if (server.authorization_endpoint === undefined) throw new SignInFailure('provider_unavailable');
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
 * The person who comes back from the provider with a code.
 * @param parameters what the provider put into the address
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
    throw new SignInFailure(isRefusal ? 'refused_by_provider' : 'not_verified', { cause });
  }
}

type Library = typeof oauth;

interface Provider {
  readonly library: Library;
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly keys: oauth.JWKSCacheInput;
  /** For one request each, as its time begins with it. */
  readonly options: () => ReturnType<typeof createOptions>;
}

/**
 * By its configuration, so that a changed one is asked anew. No promise is kept: on Workers it would belong
 * to one request.
 */
const known = new WeakMap<
  OidcConfiguration,
  { readonly provider: Provider; readonly at: number }
>();

async function discover(library: Library, { oidc, now }: SignInAttempt): Promise<Provider> {
  const former = known.get(oidc);
  if (former !== undefined && now - former.at < freshMs) return former.provider;
  const issuer = new URL(oidc.issuer);
  const options = () => createOptions(library, issuer);
  try {
    const response = await library.discoveryRequest(issuer, options());
    const server = await library.processDiscoveryResponse(issuer, response);
    const client = { client_id: oidc.client_id };
    const provider = { library, server, client, keys: {}, options };
    known.set(oidc, { provider, at: now });
    return provider;
  } catch (cause) {
    throw new SignInFailure('provider_unavailable', { cause });
  }
}

function createOptions(library: Library, { protocol }: URL) {
  return {
    signal: AbortSignal.timeout(patienceMs),
    [library.customFetch]: fetchBriefly,
    // Only a provider on this machine may be without TLS: the configuration sees to that.
    [library.allowInsecureRequests]: protocol === 'http:',
  };
}

/** An answer is read whole under a limit, before anything is made of it. */
async function fetchBriefly(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let step = await reader?.read(); step?.done === false; step = await reader?.read()) {
    length += step.value.byteLength;
    if (length > longestAnswer) {
      await reader?.cancel();
      throw new RangeError('The answer of the provider is too long.');
    }
    chunks.push(step.value);
  }
  const { status, headers } = response;
  return new Response(chunks.length === 0 ? null : join(chunks, length), { status, headers });
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

/**
 * State, nonce and verifier are made of the browser's one secret, so that nothing has to be stored for
 * somebody who only looks at the page. None of them tells anything of the secret or of the others.
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

/** Code → tokens. The identity token is checked against the provider's keys as well. */
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

/** By header unless the provider only takes it in the body (OpenID Connect Discovery 1.0, 3). */
function authenticate(
  { ClientSecretBasic, ClientSecretPost }: Library,
  { token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer,
  secret: string,
): oauth.ClientAuth {
  const takesHeader = methods === undefined || methods.includes('client_secret_basic');
  return takesHeader ? ClientSecretBasic(secret) : ClientSecretPost(secret);
}

/** Many providers tell the address only when they are asked for it (OpenID Connect Core 1.0, 5.4). */
async function readPerson(
  { library, server, client, options }: Provider,
  claims: oauth.IDToken,
  accessToken: string,
): Promise<VerifiedPerson> {
  let told: Readonly<Record<string, unknown>> = claims;
  if (claims['email'] === undefined && server.userinfo_endpoint !== undefined) {
    const response = await library.userInfoRequest(server, client, accessToken, options());
    told = await library.processUserInfoResponse(server, client, claims.sub, response);
  }
  const { email, email_verified: isVerified, name } = told;
  if (typeof email !== 'string') throw new SignInFailure('no_email');
  // Some providers write the truth value as a text.
  if (isVerified !== true && isVerified !== 'true') throw new SignInFailure('email_not_verified');
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    ...(typeof name === 'string' && name !== '' && { name: name.slice(0, 128) }),
  };
}
