import type { KeyHolder } from '../../holder/holder.ts';
import { identifyCaller, type IncomingRequest, type GatewayContext } from '@parley/core/extension';
import { findOwnKey } from '../../sessions/chosen-key.ts';
import type { AdminMethod } from '../admin/endpoint.ts';
import { createOperator } from '../admin/operator.ts';

/**
 * Key, or session of a key → its holder. A key that is used up, expired or disabled may still be looked at, not changed.
 * @throws GatewayError as `identifyCaller` does
 */
export async function identifyHolder(
  gateway: GatewayContext,
  from: IncomingRequest,
  method: AdminMethod,
): Promise<KeyHolder> {
  const caller = await identifyCaller(gateway, from, {
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
