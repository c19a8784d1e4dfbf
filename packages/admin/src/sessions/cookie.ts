/** The cookies of the console, and the rules by which a request may act by them. */
import type { IncomingRequest } from '@parley/core/extension';

/** Where a session is kept; `__Host-` stands before it over https (RFC 6265bis, 4.1.3.2). */
export const sessionCookie = 'parley_session';

/** Longest cookie value that is read, in characters. */
const longestValue = 256;

export interface CookieSettings {
  /** Empty takes the cookie away. */
  readonly value: string;
  readonly maxAgeSeconds: number;
  readonly sameSite: 'Strict' | 'Lax';
}

/**
 * The origin by which the caller knows the gateway, such as `https://parley.example.org`: that of the
 * request, or what a trusted proxy says of it.
 */
export function originOf({ request, host }: IncomingRequest): string {
  const own = new URL(request.url);
  if (host.proxied !== true) return own.origin;
  const scheme = firstOf(request, 'x-forwarded-proto') ?? own.protocol.slice(0, -1);
  const authority = firstOf(request, 'x-forwarded-host') ?? own.host;
  const told = `${scheme}://${authority}`;
  const isOrigin = /^https?$/.test(scheme) && URL.canParse(told) && isBare(new URL(told));
  return isOrigin ? new URL(told).origin : own.origin;
}

/** The first entry is that of the proxy which the caller spoke to. */
function firstOf({ headers }: Request, name: string): string | undefined {
  const first = headers.get(name)?.split(',', 1)[0]?.trim().toLowerCase();
  return first === '' ? undefined : first;
}

function isBare({ username, password, pathname, search, hash }: URL): boolean {
  return username + password + search + hash === '' && pathname === '/';
}

/** The value of a cookie; two different ones contradict each other and count as none. */
export function readCookie(from: IncomingRequest, name: string): string | undefined {
  const header = from.request.headers.get('cookie');
  if (header === null) return undefined;
  const start = `${nameOf(from, name)}=`;
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length));
  const [value = ''] = values;
  const isOne = values.every((each) => each === value);
  return isOne && value !== '' && value.length <= longestValue ? value : undefined;
}

/** A `set-cookie` header that no script can read and no other host is sent. */
export function writeCookie(
  from: IncomingRequest,
  name: string,
  { value, maxAgeSeconds, sameSite }: CookieSettings,
): string {
  const secure = isSecure(from) ? '; Secure' : '';
  const life = `Max-Age=${maxAgeSeconds}`;
  return `${nameOf(from, name)}=${value}; Path=/; ${life}; HttpOnly; SameSite=${sameSite}${secure}`;
}

function nameOf(from: IncomingRequest, name: string): string {
  return isSecure(from) ? `__Host-${name}` : name;
}

function isSecure(from: IncomingRequest): boolean {
  return originOf(from).startsWith('https:');
}

/**
 * Whether a request is made by a page of this gateway's own origin. Browsers say so in `sec-fetch-site`
 * (W3C Fetch Metadata, 2.3); whoever is no browser sends nothing.
 */
export function isOwnSite({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  return site === null || site === 'same-origin' || site === 'none';
}

/**
 * Whether a request may act by its cookie: the header cannot be sent by a page of another origin unless
 * the gateway allows it, which it never does.
 */
export function isFromConsole(request: Request): boolean {
  return request.headers.get('parley-console') === '1' && isOwnSite(request);
}
