import type { KeyHolder } from '../key-holder/own-key.ts';
import { authenticate, type IncomingRequest, type GatewayContext } from '@parley/core/extension';
import { findOwnKey } from '../sessions/chosen-key.ts';
import type { AdminMethod } from '../shared/endpoint.ts';
import { createOperator } from './operator.ts';

/**
 * Key, or session of a key → its holder. A key that is used up, expired or disabled may still be looked at, not changed.
 * @throws GatewayError as `authenticate` does
 */
export async function identifyHolder(
  gateway: GatewayContext,
  from: IncomingRequest,
  method: AdminMethod,
): Promise<KeyHolder> {
  const caller = await authenticate(gateway, from, {
    tolerant: method === 'GET',
    findKey: (incoming) => findOwnKey(gateway, incoming),
  });
  const { key, secretEndsAt } = caller;
  return {
    scope: caller,
    key,
    ...(secretEndsAt !== undefined && { secretEndsAt }),
    operator: createOperator(gateway, `key:${key.id}`),
  };
}
