import ipaddr from 'ipaddr.js';
import { invalid } from '../shared/errors.ts';

/**
 * Checks the addresses that an operator gives an upstream from afar: plain HTTP stays on this machine
 * or its own networks, and what serves a host's own secrets is never called. Names are not looked up
 * here, so this is a guard against mistakes and not a wall; only admins get this far.
 * @param value one address, or one for each dialect
 * @throws GatewayError `invalid-request`
 */
export function checkAddress(value: unknown): void {
  const addresses = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  for (const address of addresses) {
    if (typeof address === 'string' && URL.canParse(address)) checkOne(new URL(address));
  }
}

/** Where Amazon's machines ask for their secrets by IPv6; other clouds do so by link-local addresses. */
const amazonMetadata = 'fd00:ec2::254';

const ownNetworks: readonly string[] = ['loopback', 'private', 'uniqueLocal'];

function checkOne({ protocol, hostname, username, password }: URL): void {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const range = rangeOf(host);
  if (range === 'linkLocal' || range === 'unspecified' || host === amazonMetadata) {
    refuse('This address is never called.');
  }
  if (username !== '' || password !== '') refuse('Give the secret as a credential.');
  if (protocol !== 'http:') return;
  if (!ownNetworks.includes(range)) refuse('Use https beyond your own networks.');
}

function rangeOf(hostname: string): string {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return 'loopback';
  return ipaddr.isValid(hostname) ? ipaddr.process(hostname).range() : 'name';
}

function refuse(message: string): never {
  throw invalid(message, 'base_url');
}
