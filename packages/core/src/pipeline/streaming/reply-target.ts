/** What an encoder needs to know about the exchange whose reply it writes; used for replies and for errors. */
import { GatewayError, type NameMap, type ReplyTarget } from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import { failsOtherwise } from '../response/repeating-clients.ts';
import type { Parsed } from '../state.ts';

/** @param names the tool names that were changed for the upstream */
export function createReplyTarget(
  { clock }: GatewayContext,
  parsed: Parsed,
  names: NameMap,
): ReplyTarget {
  const { id, startedAt, request } = parsed;
  const { model, includeUsage } = request.summary;
  return {
    model,
    id: id.replace(/^req_/, ''),
    createdAt: Math.floor(startedAt / 1_000),
    completedAt: () => Math.floor(clock.now() / 1_000),
    names,
    includeUsage,
    failsOtherwise: failsOtherwise(parsed.incoming),
    ...outlineOf(request),
  };
}

/** A passthrough needs no canonical form, and a request that refers to what only its vendor has is without one. */
function outlineOf(request: Parsed['request']): Pick<ReplyTarget, 'request'> {
  try {
    return { request: request.outline() };
  } catch (thrown) {
    if (thrown instanceof GatewayError) return {};
    throw thrown;
  }
}
