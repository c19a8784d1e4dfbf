// Writes the response of the endpoint that compacts a conversation, from a reply that has the summary; for gateways.
import { GatewayError } from '../../canonical/error.ts';
import type { JsonObject } from '../../json/value.ts';
import { compactionItem } from './compaction.ts';
import { inputItems, outputItems } from './response-items.ts';

const noSummary = 'The model wrote no summary of the conversation.';

/**
 * Writes a compacted conversation: the messages of the user and the item with the summary (`openai` 7.55.0
 * `CompactedResponse`).
 * @param reply the reply of the `openai-responses` codec to a request with `wantsCompaction`
 * @param request the body of the request, with its whole history
 * @throws GatewayError `upstream-unavailable` when the reply has no whole summary
 */
export function writeCompactedResponse(reply: JsonObject, request: JsonObject): JsonObject {
  const summary = outputItems(reply).find(({ type }) => type === compactionItem);
  if (summary === undefined) throw new GatewayError('upstream-unavailable', noSummary);
  const { id = '', created_at = 0, usage = null } = reply;
  const said = inputItems(request).filter(({ role }) => role === 'user');
  const output = [...said.map((message) => ({ ...message, type: 'message' })), summary];
  return { id, object: 'response.compaction', created_at, output, usage };
}
