import type { Upstream } from '../../models/routing/upstream.ts';

/**
 * Whether an upstream is reached where its provider lives, so that what we know of the provider's
 * prices holds. What people run themselves lives wherever only their own network reaches.
 */
export function isOwnAddress({ provider, baseUrls }: Upstream): boolean {
  const known = new Set(Object.values(provider.baseUrls).map(originOf));
  const used = Object.values(baseUrls);
  if (used.length === 0) return false;
  return used.every(
    (url) => known.has(originOf(url)) || (provider.free === true && isPrivate(url)),
  );
}

/** `URL.origin` says nothing of schemes that are not of the web, such as that of the demo. */
function originOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

/** Names that only a network of one's own knows: those without a dot, and RFC 6762, 8375 and 9476. */
const privateName = /^[a-z0-9_-]+$|\.(?:local|localhost|internal|lan|home\.arpa|alt)$/;

/** RFC 1918, RFC 6598, loopback and link-local addresses. */
const privateV4 =
  /^(?:10|127)(?:\.\d+){3}$|^192\.168(?:\.\d+){2}$|^169\.254(?:\.\d+){2}$|^172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}$|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])(?:\.\d+){2}$/;

/** Loopback, unique local and link-local addresses (RFC 4193, RFC 4291), as `URL` writes them. */
const privateV6 = /^\[(?:::1|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*)\]$/;

function isPrivate(url: string): boolean {
  const { hostname } = new URL(url);
  return [privateName, privateV4, privateV6].some((pattern) => pattern.test(hostname));
}
