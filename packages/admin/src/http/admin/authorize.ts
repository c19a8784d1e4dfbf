import { GatewayError } from '@parley/protocol';
import {
  type GatewayContext,
  hashSecret,
  type Host,
  type IncomingRequest,
  isAdminShaped,
  refuseCredential,
} from '@parley/core/extension';
import { findSession, type SignedInOperator } from '../../sessions/session.ts';
import type { AdminMethod } from './endpoint.ts';

/** Who may administer, and how far. */
export type Authority = Pick<SignedInOperator, 'actor' | 'role'>;

/**
 * Header → admin token; without that header, cookie → session of an operator. As long as no token exists
 * there is no admin API at all, but for those who have signed in.
 * @param method that of the endpoint: a `HEAD` request only reads too
 * @throws GatewayError `unauthenticated`, `forbidden`, `rate-limited`, or `not-found` without any token
 */
export async function authorize(
  gateway: GatewayContext,
  from: IncomingRequest,
  method: AdminMethod,
): Promise<Authority> {
  const header = from.request.headers.get('authorization');
  const authority =
    header === null ? await findOperator(gateway, from) : await findToken(gateway, from, header);
  if (authority.role === 'admin' || method === 'GET') return authority;
  throw new GatewayError('forbidden', 'You may only read.', { reason: 'read_only_token' });
}

async function findToken(
  gateway: GatewayContext,
  { host }: IncomingRequest,
  header: string,
): Promise<Authority> {
  const secret = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  const isShaped = secret !== undefined && isAdminShaped(secret);
  const token = isShaped ? await gateway.store.findAdminToken(await hashSecret(secret)) : undefined;
  if (token === undefined) throw await refuse(gateway, host, isShaped);
  return { role: token.role, actor: `token:${token.id}` };
}

async function findOperator(gateway: GatewayContext, from: IncomingRequest): Promise<Authority> {
  const session = await findSession(gateway, from);
  if (session?.kind === 'operator') return session;
  throw await refuse(gateway, from.host, false);
}

/** One answer for every wrong token; guessing is counted with the guesses of keys. */
async function refuse(
  { store, authFailures }: GatewayContext,
  { address }: Host,
  isShaped: boolean,
): Promise<GatewayError> {
  const tokens = await store.listAdminTokens();
  if (tokens.length === 0) {
    return new GatewayError('not-found', 'There is no such endpoint.', {
      reason: 'unknown_endpoint',
    });
  }
  return refuseCredential(authFailures, address, { isShaped, ...wrongToken });
}

const wrongToken = {
  message: 'The admin token is missing or wrong.',
  reason: 'invalid_admin_token',
  tooMany: 'Too many wrong tokens from this address.',
};
