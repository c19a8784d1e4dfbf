import { GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import { hashSecret, isAdminShaped } from '../../keys/secret.ts';
import type { Host } from '../../ports.ts';
import type { AdminTokenRecord } from '../../store.ts';
import type { AdminMethod } from './endpoint.ts';

/** Who asks. */
export interface Credentials {
  readonly request: Request;
  readonly host: Host;
}

/**
 * Header → admin token. As long as no token exists there is no admin API at all.
 * @param method that of the endpoint: a `HEAD` request only reads too
 * @throws GatewayError `unauthenticated`, `forbidden`, `rate-limited`, or `not-found` without any token
 */
export async function authorize(
  gateway: GatewayContext,
  { request, host }: Credentials,
  method: AdminMethod,
): Promise<AdminTokenRecord> {
  const secret = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const isShaped = secret !== undefined && isAdminShaped(secret);
  const token = isShaped ? await gateway.store.findAdminToken(await hashSecret(secret)) : undefined;
  if (token === undefined) throw await refuse(gateway, host, isShaped);
  if (token.role === 'admin' || method === 'GET') return token;
  throw new GatewayError('forbidden', 'This token may only read.', { reason: 'read_only_token' });
}

/** One answer for every wrong token; guessing is counted with the guesses of keys. */
async function refuse(
  { store, guesses }: GatewayContext,
  { address }: Host,
  isShaped: boolean,
): Promise<GatewayError> {
  const tokens = await store.listAdminTokens();
  if (tokens.length === 0) {
    return new GatewayError('not-found', 'There is no such endpoint.', {
      reason: 'unknown_endpoint',
    });
  }
  const wait = isShaped && address !== undefined ? guesses.blockedFor(address) : undefined;
  if (wait !== undefined) {
    return new GatewayError('rate-limited', 'Too many wrong tokens from this address.', {
      reason: 'too_many_wrong_keys',
      retryAfter: wait,
    });
  }
  if (isShaped && address !== undefined) guesses.record(address);
  return new GatewayError('unauthenticated', 'The admin token is missing or wrong.', {
    reason: 'invalid_admin_token',
  });
}
