/** Reads which page of a list of items a client of the Responses dialect requests. */
import { GatewayError, omitUndefined, type ItemListOptions } from '@parley/protocol';

/**
 * Reads `order`, `limit` and `after` of a query.
 * @throws GatewayError `invalid-request` for another order, and a limit that is no whole number from 1 to 100
 */
export function readItemPage(query: URLSearchParams): ItemListOptions {
  return omitUndefined({
    order: readOrder(query.get('order')),
    limit: readLimit(query.get('limit')),
    after: query.get('after') ?? undefined,
  });
}

function readOrder(text: string | null): 'asc' | 'desc' {
  if (text === 'asc' || text === 'desc') return text;
  if (text === null) return 'desc';
  throw new GatewayError('invalid-request', "The order must be 'asc' or 'desc'.", {
    reason: 'invalid_value',
    param: 'order',
  });
}

const usualLimit = 20;
const highestLimit = 100;

function readLimit(text: string | null): number {
  if (text === null) return usualLimit;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= highestLimit) return limit;
  throw new GatewayError('invalid-request', 'The limit must be a whole number from 1 to 100.', {
    reason: 'invalid_value',
    param: 'limit',
  });
}
