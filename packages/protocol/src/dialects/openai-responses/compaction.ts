// Compacted conversations of Responses: requests for them, summaries that stand for what only the vendor can write, and
// the response of the endpoint that compacts a conversation.
import { GatewayError } from '../../canonical/error.ts';
import { packTexts, unpackTexts } from '../../canonical/packed-texts.ts';
import type { TextPart } from '../../canonical/part.ts';
import { isJsonObject, type JsonObject } from '../../json/value.ts';
import { textAt } from '../../shared/json-fields.ts';
import { compactionTrigger } from '../../shared/summary-request.ts';
import type { CompactionOutput } from './reply/types.ts';
import { completeInput, inputItems, outputItems } from './stored/response-items.ts';

/** The item of a compacted conversation (`openai` 7.55.0 `ResponseCompactionItem`). */
export const compactionItem = 'compaction';

/** True if the reply is to be the compacted conversation, as Codex asks for it. @param body of a request */
export function asksForCompaction({ input }: { readonly input?: unknown }): boolean {
  const last: unknown = Array.isArray(input) ? input.at(-1) : undefined;
  return isJsonObject(last) && last['type'] === compactionTrigger;
}

const summaryMark = 'summary';

/** Writes the summary of another vendor's model as the item that a client sends back in place of the conversation. */
export function writeSummary(id: string, summary: string): CompactionOutput {
  return { id, type: compactionItem, encrypted_content: packTexts([summaryMark, summary]) };
}

const opening =
  'The earlier part of this conversation was replaced by this summary, which another model may have written:';

/** The text for the model of an item that `writeSummary` wrote; `undefined` for any other item. */
export function readSummary(item: JsonObject): TextPart | undefined {
  if (item['type'] !== compactionItem) return undefined;
  const [mark, summary] = unpackTexts(textAt(item, 'encrypted_content')) ?? [];
  if (mark !== summaryMark || typeof summary !== 'string') return undefined;
  return { type: 'text', text: `${opening}\n\n${summary}` };
}

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
  const { created_at = 0, usage = null } = reply;
  const id = textAt(reply, 'id');
  const said = inputItems(request).filter(({ role }) => role === 'user');
  const output = [...completeInput(said, id), summary];
  return { id, object: 'response.compaction', created_at, output, usage };
}
