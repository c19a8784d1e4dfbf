/** Checks the base URL of an upstream before the store keeps it. */
import ipaddr from 'ipaddr.js';
import { invalid } from '../shared/errors.ts';

/**
 * Checks the base URLs of an upstream that an operator saves by the API: plain HTTP is allowed only to
 * loopback and private addresses, and metadata services of clouds are rejected. Host names are not resolved,
 * so this guards against mistakes rather than attacks; only admins may save upstreams.
 * @param value one base URL, or one by dialect
 * @throws GatewayError `invalid-request`
 */
export function checkAddress(value: unknown): void {
  const addresses = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  for (const address of addresses) {
    if (typeof address === 'string' && URL.canParse(address)) checkOne(new URL(address));
  }
}

/** The IPv6 address of the instance metadata service of AWS; other clouds use link-local addresses. */
const amazonMetadata = 'fd00:ec2::254';

const privateRanges: readonly string[] = ['loopback', 'private', 'uniqueLocal'];

function checkOne({ protocol, hostname, username, password }: URL): void {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const range = rangeOf(host);
  if (range === 'linkLocal' || range === 'unspecified' || host === amazonMetadata) {
    refuse('Upstreams at this address are not allowed.');
  }
  if (username !== '' || password !== '')
    refuse('Remove the user and password from the URL and set `credential`.');
  if (protocol !== 'http:') return;
  if (!privateRanges.includes(range))
    refuse('Use https, except for loopback and private addresses.');
}

function rangeOf(hostname: string): string {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return 'loopback';
  return ipaddr.isValid(hostname) ? ipaddr.process(hostname).range() : 'name';
}

function refuse(message: string): never {
  throw invalid(message, 'base_url');
}
