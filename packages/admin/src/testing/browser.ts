/** A browser for tests: keeps cookies and sends `sec-fetch-site` and the header of the console. */
import {
  createAdminHarness,
  type AdminHarness,
  type AdminTestGatewaySettings,
} from './admin-harness.ts';

/** A request of a page. */
export interface PageRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /** The site of the page; that of the console by default. */
  readonly site?: 'same-origin' | 'same-site' | 'cross-site' | 'none';
}

export interface PageResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body if it is JSON, otherwise undefined. */
  readonly body: unknown;
}

export interface Browser {
  /** The cookies by name. */
  readonly cookies: Map<string, string>;
  /** Sends a request as the console does. */
  ask(path: string, request?: PageRequest): Promise<PageResponse>;
  /** Signs in and returns the response. */
  signIn(credential: unknown): Promise<PageResponse>;
}

export interface BrowserSettings {
  readonly origin?: string;
  /** The network address of the browser. */
  readonly address?: string;
}

/** A harness whose gateway serves a console. */
export function createConsoleHarness(
  settings: AdminTestGatewaySettings = {},
): Promise<AdminHarness> {
  const files = async () => ({ files: {} });
  return createAdminHarness({ ...settings, admin: { console: files, ...settings.admin } });
}

export function openBrowser(
  { testGateway }: AdminHarness,
  { origin = 'http://parley.test', address = '192.0.2.10' }: BrowserSettings = {},
): Browser {
  const cookies = new Map<string, string>();
  const ask: Browser['ask'] = async (path, { method, headers, body, site } = {}) => {
    const request = new Request(`${origin}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        'parley-console': '1',
        'sec-fetch-site': site ?? 'same-origin',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(cookies.size > 0 && { cookie: writeCookies(cookies) }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const response = await testGateway.gateway.fetch(request, { address });
    for (const cookie of response.headers.getSetCookie()) keepCookie(cookies, cookie);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? (JSON.parse(text) as unknown) : undefined,
    };
  };
  return {
    cookies,
    ask,
    signIn: (credential) => ask('/console/session', { body: credential }),
  };
}

function writeCookies(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

function keepCookie(cookies: Map<string, string>, header: string): void {
  const [pair = ''] = header.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals);
  if (header.includes('Max-Age=0')) cookies.delete(name);
  else cookies.set(name, pair.slice(equals + 1));
}
