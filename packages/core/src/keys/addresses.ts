/** IP addresses: determines which one a request comes from, and whether a list of ranges contains it. */
import ipaddr from 'ipaddr.js';
import type { RequestHeaders } from '../ports.ts';
import type { KeyRecord } from '../store/index.ts';

/**
 * Whether a key may be used from an IP address. Denied ranges take precedence over allowed ones. A client
 * whose IP address is unknown never matches the allowed ranges.
 */
export function mayCallFrom(
  { allowedFrom, deniedFrom }: Pick<KeyRecord, 'allowedFrom' | 'deniedFrom'>,
  address: string | undefined,
): boolean {
  if (allowedFrom === undefined && deniedFrom === undefined) return true;
  if (address === undefined || !ipaddr.isValid(address)) return allowedFrom === undefined;
  if (deniedFrom !== undefined && isOnList(deniedFrom, address)) return false;
  return allowedFrom === undefined || isOnList(allowedFrom, address);
}

/** Whether an IP address is in a list of addresses and ranges; text that is not an IP address never is. */
export function isOnList(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0 || !ipaddr.isValid(address)) return false;
  // IPv4-mapped IPv6 addresses count as IPv4.
  const parsed = ipaddr.process(address);
  return ranges.some((range) => isWithin(parsed, range));
}

/**
 * Whether a text is an IP address or a range that the lists above may contain. IPv4 needs all four numbers:
 * `10` would mean 0.0.0.10, which is never intended.
 */
export function isAddressRange(text: string): boolean {
  const [network = '', ...bits] = text.split('/');
  if (!ipaddr.IPv4.isValidFourPartDecimal(network) && !ipaddr.IPv6.isValid(network)) return false;
  return bits.length === 0 || ipaddr.isValidCIDR(text);
}

/** The length of the prefix of an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2). */
const mappedBits = 96;

type Address = ReturnType<typeof ipaddr.process>;

function isWithin(address: Address, range: string): boolean {
  const [network, bits] = readRange(range);
  return network.kind() === address.kind() && address.match(network, bits);
}

/** @param range an IP address or a range, validated when the key was created */
function readRange(range: string): [Address, number] {
  if (!range.includes('/')) {
    const only = ipaddr.process(range);
    return [only, only.kind() === 'ipv4' ? 32 : 128];
  }
  const [network, bits] = ipaddr.parseCIDR(range);
  const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress();
  return isMapped && bits >= mappedBits
    ? [network.toIPv4Address(), bits - mappedBits]
    : [network, bits];
}

/**
 * The network that one client has for itself, to count by: an IPv4 address, or the first 64 bits of an IPv6
 * address, because a client chooses the other bits freely (RFC 4291, 2.5.1; RFC 8981). Other text is returned
 * unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}

/** The maximum number of addresses that are read from the end of the header; earlier ones are ignored. */
const mostHops = 32;

/**
 * The IP address of the client: the neighbour or, as long as that is a trusted proxy, the last remaining
 * entry of `x-forwarded-for`. Entries that a client writes itself precede those of the proxies and are never
 * reached.
 * @param neighbour the IP address at the other end of the connection
 * @param trusted IP addresses and ranges of the operator's proxies
 */
export function findCallerAddress(
  neighbour: string | undefined,
  headers: Pick<RequestHeaders, 'get'>,
  trusted: readonly string[],
): string | undefined {
  if (neighbour === undefined || !isOnList(trusted, neighbour)) return neighbour;
  const forwarded = headers.get('x-forwarded-for') ?? '';
  const hops = forwarded
    .split(',')
    .slice(-mostHops)
    .map(readHop)
    .filter((hop) => hop !== '');
  return hops.findLast((hop) => !isOnList(trusted, hop)) ?? hops[0] ?? neighbour;
}

/**
 * The IP address in an entry of `x-forwarded-for`. Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
 */
export function readHop(hop: string): string {
  const text = hop.trim();
  return /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}
