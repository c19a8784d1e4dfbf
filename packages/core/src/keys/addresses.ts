/** Network addresses: which one a request comes from, and whether a list of ranges contains it. */
import ipaddr from 'ipaddr.js';
import type { KeyRecord } from '../store/index.ts';

/**
 * Whether a key may be used from a network address. What is denied goes before what is allowed. A
 * caller whose address nobody knows cannot be on a list of the allowed ones.
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

/** Whether an address is one of a list of addresses and ranges; text that is no address never is. */
export function isOnList(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0 || !ipaddr.isValid(address)) return false;
  // Two spellings of one address: IPv4 in IPv6 counts as IPv4.
  const parsed = ipaddr.process(address);
  return ranges.some((range) => isWithin(parsed, range));
}

/**
 * Whether a text is an address or a range that the lists above may hold. IPv4 needs all its four numbers:
 * `10` would mean 0.0.0.10, which nobody means.
 */
export function isAddressRange(text: string): boolean {
  const [network = '', ...bits] = text.split('/');
  if (!ipaddr.IPv4.isValidFourPartDecimal(network) && !ipaddr.IPv6.isValid(network)) return false;
  return bits.length === 0 || ipaddr.isValidCIDR(text);
}

/** What stands before an IPv4 address that is written as one of IPv6 (RFC 4291, 2.5.5.2). */
const mappedBits = 96;

type Address = ReturnType<typeof ipaddr.process>;

function isWithin(address: Address, range: string): boolean {
  const [network, bits] = readRange(range);
  return network.kind() === address.kind() && address.match(network, bits);
}

/** @param range an address or a range, checked when the key was made */
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

/** How many addresses a header may name; what is before them is not looked at. */
const mostHops = 32;

/**
 * Where a request comes from: the neighbour, or, as long as that is a proxy of the operator, whom it got
 * the request from, by the last entry of `x-forwarded-for`. What a caller writes into that header itself
 * stands before what the proxies add, and is never reached.
 * @param neighbour the address at the other end of the connection
 * @param trusted addresses and ranges of the operator's proxies
 */
export function findCallerAddress(
  neighbour: string | undefined,
  headers: Headers,
  trusted: readonly string[],
): string | undefined {
  if (neighbour === undefined || !isOnList(trusted, neighbour)) return neighbour;
  const forwarded = headers.get('x-forwarded-for') ?? '';
  const hops = forwarded
    .split(',')
    .slice(-mostHops)
    .map(toAddress)
    .filter((hop) => hop !== '');
  return hops.findLast((hop) => !isOnList(trusted, hop)) ?? hops[0] ?? neighbour;
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function toAddress(hop: string): string {
  const text = hop.trim();
  return /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}
