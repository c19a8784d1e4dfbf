/** What an encoder needs to know about the exchange whose reply it writes; used for replies and for errors. */
import type { NameMap, ReplyTarget } from '@parley/protocol';
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
    request: request.outline(),
  };
}
