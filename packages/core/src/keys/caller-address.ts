import { isOnList } from './addresses.ts';

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
