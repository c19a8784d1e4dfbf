/** Calls that the console makes as a key, without its secret: the playground and "test now". */
import { GatewayError } from '@parley/protocol';
import {
  type GatewayContext,
  type IdentifiedKey,
  type IncomingRequest,
  toGatewayError,
} from '@parley/core/extension';
import type { FoundKey } from '@parley/core/store';
import { findSession } from './session.ts';

/** Names the key, by its id, that a call of a session runs as. */
const chosenKeyHeader = 'parley-key';

/**
 * The key that a session has chosen: its own, or any for operators with the role `admin`; nothing when
 * the request names none.
 * @throws GatewayError `unauthenticated` without a session, `forbidden`, `not-found` or `overloaded`
 */
export async function findChosenKey(
  gateway: GatewayContext,
  from: IncomingRequest,
): Promise<IdentifiedKey | undefined> {
  const keyId = from.request.headers.get(chosenKeyHeader);
  if (keyId === null) return undefined;
  const session = await findSession(gateway, from);
  if (session === undefined) {
    throw new GatewayError('unauthenticated', 'Sign in to the console first.', {
      reason: 'session_required',
    });
  }
  if (session.kind === 'key' && session.found.key.id === keyId) return session.found;
  if (session.kind === 'operator' && session.role === 'admin') return readKey(gateway, keyId);
  throw new GatewayError('forbidden', 'You may not call with this key.', {
    reason: 'key_not_allowed',
  });
}

/** The key that a person has signed in with; absent without such a session. */
export async function findOwnKey(
  gateway: GatewayContext,
  from: IncomingRequest,
): Promise<FoundKey | undefined> {
  const session = await findSession(gateway, from);
  return session?.kind === 'key' ? session.found : undefined;
}

async function readKey({ store }: GatewayContext, id: string): Promise<IdentifiedKey> {
  try {
    const listed = await store.readKey(id);
    const owner = listed && (await store.readAccount(listed.key.accountId));
    if (listed && owner) return { key: listed.key, account: owner.account };
  } catch (thrown) {
    throw toGatewayError(thrown);
  }
  throw new GatewayError('not-found', 'There is no such key.', { reason: 'key_not_found' });
}
