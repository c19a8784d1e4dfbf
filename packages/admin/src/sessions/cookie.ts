/** The cookies of the console, and the protection against requests of other sites that send them. */
import type { IncomingRequest } from '@parley/core/extension';

/** The cookie of a session; over https its name begins with `__Host-` (RFC 6265bis, 4.1.3.2). */
export const sessionCookie = 'parley_session';

/** Maximum length of a cookie value, in characters. */
const maxValueLength = 256;

export interface CookieSettings {
  /** Empty deletes the cookie. */
  readonly value: string;
  readonly maxAgeSeconds: number;
  readonly sameSite: 'Strict' | 'Lax';
}

/**
 * The public origin of the gateway, such as `https://parley.example.org`: that of the request, or the one
 * that a trusted proxy forwards.
 */
export function originOf({ request, host }: IncomingRequest): string {
  const own = new URL(request.url);
  if (host.proxied !== true) return own.origin;
  const scheme = firstOf(request, 'x-forwarded-proto') ?? own.protocol.slice(0, -1);
  const authority = firstOf(request, 'x-forwarded-host') ?? own.host;
  const forwarded = `${scheme}://${authority}`;
  const isOrigin = /^https?$/.test(scheme) && URL.canParse(forwarded) && isBare(new URL(forwarded));
  return isOrigin ? new URL(forwarded).origin : own.origin;
}

/** The first value, which is that of the proxy that the client connected to. */
function firstOf({ headers }: Request, name: string): string | undefined {
  const first = headers.get(name)?.split(',', 1)[0]?.trim().toLowerCase();
  return first === '' ? undefined : first;
}

function isBare({ username, password, pathname, search, hash }: URL): boolean {
  return username + password + search + hash === '' && pathname === '/';
}

/** The value of a cookie; undefined when the request has none or two different ones. */
export function readCookie(incoming: IncomingRequest, name: string): string | undefined {
  const header = incoming.request.headers.get('cookie');
  if (header === null) return undefined;
  const start = `${nameOf(incoming, name)}=`;
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length));
  const [value = ''] = values;
  const isOne = values.every((each) => each === value);
  return isOne && value !== '' && value.length <= maxValueLength ? value : undefined;
}

/** A `set-cookie` header; scripts cannot read the cookie, and other hosts do not receive it. */
export function writeCookie(
  incoming: IncomingRequest,
  name: string,
  { value, maxAgeSeconds, sameSite }: CookieSettings,
): string {
  const secure = isSecure(incoming) ? '; Secure' : '';
  const life = `Max-Age=${maxAgeSeconds}`;
  return `${nameOf(incoming, name)}=${value}; Path=/; ${life}; HttpOnly; SameSite=${sameSite}${secure}`;
}

function nameOf(incoming: IncomingRequest, name: string): string {
  return isSecure(incoming) ? `__Host-${name}` : name;
}

function isSecure(incoming: IncomingRequest): boolean {
  return originOf(incoming).startsWith('https:');
}

/**
 * Whether a request comes from a page of the gateway's own origin. Browsers send `sec-fetch-site` (W3C Fetch
 * Metadata, 2.3); other clients do not.
 */
export function isOwnSite({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  return site === null || site === 'same-origin' || site === 'none';
}

/**
 * Whether the session cookie of a request counts. A page of another origin cannot send this header, because
 * the gateway never allows it by CORS.
 */
export function isFromConsole(request: Request): boolean {
  return request.headers.get('parley-console') === '1' && isOwnSite(request);
}
