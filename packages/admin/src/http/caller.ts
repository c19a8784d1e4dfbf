/** Authenticates the caller of an endpoint: by admin token, by session of the console, or by API key. */
import { GatewayError, omitUndefined } from '@parley/protocol';
import {
  createUnknownEndpointError,
  identifyCaller,
  hashSecret,
  type IncomingRequest,
  isAdminShaped,
  refuseCredential,
  refuseGuess,
} from '@parley/core/extension';
import type { AdminTokenRecord } from '@parley/core/store';
import { findOwnKey } from '../sessions/chosen-key.ts';
import { findSession, type SignedInOperator } from '../sessions/session.ts';
import type { AdminEndpoint, AdminMethod, Callers } from '../shared/endpoint.ts';
import { createOperator, type KeyHolder } from '../shared/operator.ts';
import type { AdminContext } from './context.ts';

/**
 * The caller in the format of the endpoint's audience.
 * @throws GatewayError as `authenticateOperator` or `identifyCaller` does
 */
export async function authenticateCaller(
  gateway: AdminContext,
  { audience, method }: AdminEndpoint,
  incoming: IncomingRequest,
): Promise<Callers['operator'] | Callers['key']> {
  if (audience === 'key') {
    return { holder: await authenticateHolder(gateway, incoming, method) };
  }
  const { actor } = await authenticateOperator(gateway, incoming, method);
  return { operator: createOperator(gateway, actor) };
}

type OperatorIdentity = Pick<SignedInOperator, 'actor' | 'role'>;

/**
 * With an `authorization` header by admin token, otherwise by the session cookie. While no admin token
 * exists, the admin API seems not to exist either, except for signed-in operators.
 * @param method of the endpoint, so that `HEAD` counts as `GET`
 * @throws GatewayError `unauthenticated`, `forbidden`, `rate-limited`, or `not-found` without any token
 */
export async function authenticateOperator(
  gateway: AdminContext,
  incoming: IncomingRequest,
  method: AdminMethod,
): Promise<OperatorIdentity> {
  const header = incoming.request.headers.get('authorization');
  const identity =
    header === null
      ? await findSignedInOperator(gateway, incoming)
      : await findTokenOwner(gateway, incoming, header);
  if (identity.role === 'admin' || method === 'GET') return identity;
  throw new GatewayError('forbidden', 'The role viewer may only read.', {
    reason: 'read_only_token',
  });
}

async function findTokenOwner(
  gateway: AdminContext,
  incoming: IncomingRequest,
  header: string,
): Promise<OperatorIdentity> {
  const secret = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  const isShaped = secret !== undefined && isAdminShaped(secret);
  const token = isShaped ? await findToken(gateway, incoming, secret) : undefined;
  if (token === undefined) throw await refuse(gateway, incoming, isShaped);
  return { role: token.role, actor: `token:${token.id}` };
}

/** @throws GatewayError `rate-limited` before the store is asked, after too many wrong credentials */
async function findToken(
  { store, authFailures, tokens }: AdminContext,
  { host }: IncomingRequest,
  secret: string,
): Promise<AdminTokenRecord | undefined> {
  const hash = await hashSecret(secret);
  if (!authFailures.knows(hash)) refuseGuess(authFailures, host.address, wrongToken.tooMany);
  const token = await store.findAdminToken(hash);
  if (token === undefined) return undefined;
  authFailures.accept(hash);
  tokens.note();
  return token;
}

async function findSignedInOperator(
  gateway: AdminContext,
  incoming: IncomingRequest,
): Promise<OperatorIdentity> {
  const session = await findSession(gateway, incoming);
  if (session?.kind === 'operator') return session;
  throw await refuse(gateway, incoming, false);
}

/** The same error for every wrong token. Failures count towards the limit that wrong keys share. */
async function refuse(
  { tokens, authFailures }: AdminContext,
  { request, host: { address } }: IncomingRequest,
  isShaped: boolean,
): Promise<GatewayError> {
  if (!(await tokens.anyExists())) return createUnknownEndpointError(request);
  return refuseCredential(authFailures, address, { isShaped, ...wrongToken });
}

const wrongToken = {
  message: 'The admin token is missing or wrong.',
  reason: 'invalid_admin_token',
  tooMany: 'Too many wrong tokens from this address.',
};

/**
 * By API key, or by the session of somebody who signed in with one. A key that is disabled, expired or has
 * used up its quota may still read.
 * @throws GatewayError as `identifyCaller` does
 */
async function authenticateHolder(
  gateway: AdminContext,
  incoming: IncomingRequest,
  method: AdminMethod,
): Promise<KeyHolder> {
  const caller = await identifyCaller(gateway, incoming, {
    tolerant: method === 'GET',
    findKey: (request) => findOwnKey(gateway, request),
  });
  const { key, secretEndsAt } = caller;
  return omitUndefined({
    scope: caller,
    key,
    secretEndsAt,
    operator: createOperator(gateway, `key:${key.id}`),
  });
}
