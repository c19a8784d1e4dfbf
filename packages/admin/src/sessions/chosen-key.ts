/** Finds the key of model calls that the console makes without a secret: the playground and "test now". */
import { GatewayError } from '@parley/protocol';
import {
  type ExtensionContext,
  type IdentifiedKey,
  type IncomingRequest,
  toGatewayError,
} from '@parley/core/extension';
import type { FoundKey } from '@parley/core/store';
import { findSession } from './session.ts';

/** The header with the id of the key that a session uses for the call. */
const chosenKeyHeader = 'parley-key';

/**
 * The key that a session chose for a call. A key holder may choose the own key, an operator with the role
 * `admin` any key.
 * @returns undefined when the request names no key
 * @throws GatewayError `unauthenticated` without a session, `forbidden`, `not-found` or `overloaded`
 */
export async function findChosenKey(
  gateway: ExtensionContext,
  incoming: IncomingRequest,
): Promise<IdentifiedKey | undefined> {
  const keyId = incoming.request.headers.get(chosenKeyHeader);
  if (keyId === null) return undefined;
  const session = await findSession(gateway, incoming);
  if (session === undefined) {
    throw new GatewayError('unauthenticated', 'This request needs a session of the console.', {
      reason: 'session_required',
    });
  }
  if (session.kind === 'key' && session.found.key.id === keyId) return session.found;
  if (session.kind === 'operator' && session.role === 'admin') return readKey(gateway, keyId);
  throw new GatewayError('forbidden', 'Your session may not use this key.', {
    reason: 'key_not_allowed',
  });
}

/** The key that somebody signed in with. @returns undefined without such a session */
export async function findOwnKey(
  gateway: ExtensionContext,
  incoming: IncomingRequest,
): Promise<FoundKey | undefined> {
  const session = await findSession(gateway, incoming);
  return session?.kind === 'key' ? session.found : undefined;
}

async function readKey({ store }: ExtensionContext, id: string): Promise<IdentifiedKey> {
  try {
    const listed = await store.readKey(id);
    const owner = listed && (await store.readAccount(listed.key.accountId));
    if (listed && owner) return { key: listed.key, account: owner.account };
  } catch (thrown) {
    throw toGatewayError(thrown);
  }
  throw new GatewayError('not-found', 'There is no such key.', { reason: 'key_not_found' });
}
