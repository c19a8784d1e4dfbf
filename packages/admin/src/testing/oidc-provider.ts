/** An OpenID provider for tests on a real socket, which can be made to respond wrongly. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** The responses of the provider, each of which a test may change. */
export interface ProviderSettings {
  /** Override claims of the ID token; `undefined` removes one. */
  claims: Readonly<Record<string, unknown>>;
  /** The response of `/userinfo`. */
  userinfo: Readonly<Record<string, unknown>>;
  /** Override fields of the discovery document. */
  metadata: Readonly<Record<string, unknown>>;
  /** Signs with a key that is not published. */
  forged: boolean;
  /** Responds to every request with this status. */
  status?: number;
  /** The `iss` parameter of the redirect. */
  iss?: string;
}

export interface OidcProvider {
  readonly issuer: string;
  readonly settings: ProviderSettings;
  /** Requests of the gateway, as method and path. */
  readonly requests: readonly string[];
  /** The last request to the token endpoint. */
  readonly tokenRequest: () => { readonly authorization: string; readonly body: URLSearchParams };
  /** Consents to the sign-in. Returns the URL that the browser is redirected to. */
  accept(authorizationUrl: string): URL;
  close(): Promise<void>;
}

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

export async function startOidcProvider(): Promise<OidcProvider> {
  const published = await createKey();
  const hidden = await createKey();
  const settings: ProviderSettings = { claims: {}, userinfo: {}, metadata: {}, forged: false };
  const codes = new Map<string, URLSearchParams>();
  const requests: string[] = [];
  let tokenRequest = { authorization: '', body: new URLSearchParams() };
  const { issuer, close } = await listen(async (request, response) => {
    const path = request.url ?? '';
    requests.push(`${request.method ?? ''} ${path}`);
    const send = (status: number, body: unknown): void => {
      response.writeHead(settings.status ?? status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (path === '/.well-known/openid-configuration') {
      send(200, { ...describe(issuer), ...settings.metadata });
    } else if (path === '/keys') {
      const key = await crypto.subtle.exportKey('jwk', published.publicKey);
      send(200, { keys: [{ ...key, kid: 'one', use: 'sig', alg: 'RS256' }] });
    } else if (path === '/userinfo') send(200, { sub: 'ada', ...settings.userinfo });
    else {
      const body = new URLSearchParams(await text(request));
      tokenRequest = { authorization: request.headers.authorization ?? '', body };
      const asked = await redeem(codes, body);
      if (asked === undefined) {
        send(400, { error: 'invalid_grant' });
        return;
      }
      const claims = { ...claimsOf(issuer, asked), ...settings.claims };
      const { privateKey } = settings.forged ? hidden : published;
      const idToken = await sign(privateKey, claims);
      send(200, { access_token: 'access', token_type: 'Bearer', id_token: idToken });
    }
  });
  return {
    issuer,
    settings,
    requests,
    tokenRequest: () => tokenRequest,
    accept(authorizationUrl) {
      const asked = new URL(authorizationUrl).searchParams;
      const code = crypto.randomUUID();
      codes.set(code, asked);
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', asked.get('state') ?? '');
      back.searchParams.set('iss', settings.iss ?? issuer);
      return back;
    },
    close,
  };
}

function describe(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  };
}

function claimsOf(issuer: string, asked: URLSearchParams): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1_000);
  return {
    iss: issuer,
    sub: 'ada',
    aud: asked.get('client_id'),
    iat: now,
    exp: now + 300,
    nonce: asked.get('nonce'),
    email: 'ada@example.org',
    email_verified: true,
    name: 'Ada Lovelace',
  };
}

/** A code works once, for who began with the fitting challenge (RFC 7636, 4.6). */
async function redeem(
  codes: Map<string, URLSearchParams>,
  body: URLSearchParams,
): Promise<URLSearchParams | undefined> {
  const asked = codes.get(body.get('code') ?? '');
  codes.delete(body.get('code') ?? '');
  const verifier = new TextEncoder().encode(body.get('code_verifier') ?? '');
  const digest = await crypto.subtle.digest('SHA-256', verifier);
  const fits = Buffer.from(digest).toString('base64url') === asked?.get('code_challenge');
  const isSame = asked?.get('redirect_uri') === body.get('redirect_uri');
  return fits && isSame ? asked : undefined;
}

function createKey(): Promise<CryptoKeyPair> {
  const shape = { modulusLength: 2_048, publicExponent: new Uint8Array([1, 0, 1]) };
  return crypto.subtle.generateKey({ ...algorithm, ...shape }, true, ['sign', 'verify']);
}

async function sign(key: CryptoKey, claims: object): Promise<string> {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const input = `${encode({ alg: 'RS256', kid: 'one', typ: 'JWT' })}.${encode(claims)}`;
  const signature = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(input));
  return `${input}.${Buffer.from(signature).toString('base64url')}`;
}

async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<{ readonly issuer: string; readonly close: () => Promise<void> }> {
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    issuer: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
