/** What an encoder needs to know about the exchange whose reply it writes; used for replies and for errors. */
import type { CanonicalRequest, NameMap, ReplyTarget } from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import type { Parsed } from '../state.ts';

/** @param names the tool names that were changed for the upstream */
export function createReplyTarget(
  { clock }: GatewayContext,
  { id, startedAt, request }: Parsed,
  names: NameMap,
): ReplyTarget {
  const { model, includeUsage } = request.summary;
  return {
    model,
    id: id.replace(/^req_/, ''),
    createdAt: Math.floor(startedAt / 1_000),
    completedAt: () => Math.floor(clock.now() / 1_000),
    names,
    includeUsage,
    request: withoutConversation(request.canonical().value),
  };
}

/** A reply repeats the first instruction at most, and a stream would keep all turns in memory until it ends. */
function withoutConversation({ turns: [first], ...request }: CanonicalRequest): CanonicalRequest {
  return { ...request, turns: first?.role === 'instruction' ? [first] : [] };
}
