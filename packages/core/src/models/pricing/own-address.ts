/**
 * Decides whether an upstream is the provider's own service, whose prices are known; used by the price book.
 */
import type { DialectId } from '@parley/protocol';
import ipaddr from 'ipaddr.js';
import type { Provider } from '../providers/provider.ts';

/** The part of an `Upstream` on which prices depend. */
export interface PricedUpstream {
  readonly name: string;
  readonly provider: Provider;
  readonly baseUrls: Partial<Readonly<Record<DialectId, string>>>;
}

/**
 * Whether an upstream uses a base URL of its provider, so that the provider's prices are valid. For software
 * that people host themselves, any private base URL counts.
 */
export function isOwnAddress({ provider, baseUrls }: PricedUpstream): boolean {
  const known = new Set(Object.values(provider.baseUrls).map(originOf));
  const used = Object.values(baseUrls);
  if (used.length === 0) return false;
  return used.every(
    (url) => known.has(originOf(url)) || (provider.free === true && isPrivate(url)),
  );
}

/** `URL.origin` is null for schemes unknown to browsers, such as that of the demo. */
function originOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

/** Names that resolve only in a private network: those without a dot, and RFC 6762, 8375 and 9476. */
const privateName = /^[a-z0-9_-]+$|\.(?:local|localhost|internal|lan|home\.arpa|alt)$/;

/** RFC 1918, RFC 4193, RFC 6598, loopback and link-local addresses, as ipaddr.js names them. */
const privateRanges: ReadonlySet<string> = new Set([
  'private',
  'carrierGradeNat',
  'uniqueLocal',
  'loopback',
  'linkLocal',
]);

function isPrivate(url: string): boolean {
  const { hostname } = new URL(url);
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.isValid(address)) return privateRanges.has(ipaddr.parse(address).range());
  return privateName.test(hostname);
}
