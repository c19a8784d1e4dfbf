/** The endpoint `/v1/usage`: what a key has used and has left. */
import { GatewayError, type JsonObject } from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import { encodeKeyUsage } from '../../billing/usage/encode-key-usage.ts';
import { readKeyUsage } from '../../billing/usage/key-usage.ts';
import { readUsageRequest } from '../../billing/usage/query.ts';
import { encodeRequestUsage } from '../../billing/usage/request-usage.ts';
import type { Caller } from '../../pipeline/request/caller.ts';
import type { EndpointCall } from '../endpoint.ts';
import { serveCaller } from './serve-caller.ts';

/** More attempts than any exchange makes. */
const mostCharges = 100;

/**
 * `GET /v1/usage`: what the calling key has used and has left, or with `request_id` what one of its
 * requests cost. A key that is used up, expired or disabled is still accepted.
 */
export function showUsage(call: EndpointCall): Promise<Response | undefined> {
  const { gateway } = call;
  const look = async (caller: Caller, { searchParams: query }: URL): Promise<JsonObject> => {
    const requestId = query.get('request_id');
    if (requestId !== null) return findRequest(gateway, caller.key.id, requestId);
    const request = readUsageRequest(query, gateway.clock.now());
    return encodeKeyUsage(await readKeyUsage(gateway, caller, request), request);
  };
  return serveCaller(call, look, { tolerant: true });
}

async function findRequest(
  gateway: GatewayContext,
  keyId: string,
  id: string,
): Promise<JsonObject> {
  const record = await gateway.store.findExchange(id);
  if (record?.keyId !== keyId) {
    throw new GatewayError('not-found', 'This key has made no request with this id.', {
      reason: 'request_not_found',
      param: 'request_id',
    });
  }
  const charges = await gateway.store.listLedger({ exchangeId: id, limit: mostCharges });
  return encodeRequestUsage(record, charges.toReversed());
}
