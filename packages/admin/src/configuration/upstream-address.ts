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

/**
 * Checks the proxy of an upstream in the same way, except that it may use plain HTTP, as most proxies do.
 * @throws GatewayError `invalid-request`; for a password too, because only credentials are encrypted
 */
export function checkProxy(value: unknown): void {
  if (typeof value !== 'string' || !URL.canParse(value)) return;
  const { hostname, username, password } = new URL(value);
  if (isForbidden(hostname)) refuse('Proxies at this address are not allowed.', 'proxy');
  if (username === '' && password === '') return;
  refuse('Write a proxy with a user or a password into the configuration file.', 'proxy');
}

function isForbidden(hostname: string): boolean {
  const range = rangeOf(hostname);
  return range === 'linkLocal' || range === 'unspecified' || hostname === `[${amazonMetadata}]`;
}

function checkOne({ protocol, hostname, username, password }: URL): void {
  if (isForbidden(hostname)) refuse('Upstreams at this address are not allowed.');
  if (username !== '' || password !== '')
    refuse('Remove the user and password from the URL and set `credential`.');
  if (protocol !== 'http:') return;
  if (!privateRanges.includes(rangeOf(hostname)))
    refuse('Use https, except for loopback and private addresses.');
}

function rangeOf(name: string): string {
  const hostname = name.replace(/^\[(.*)\]$/, '$1');
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return 'loopback';
  return ipaddr.isValid(hostname) ? ipaddr.process(hostname).range() : 'name';
}

function refuse(message: string, field = 'base_url'): never {
  throw invalid(message, field);
}
