// Recognizes Responses requests for the compacted conversation, for the request decoder and for gateways.
import { isJsonObject } from '../../json/value.ts';

/** The last item of such a request (`openai` 7.55.0 `ResponseInputItem.CompactionTrigger`), which Codex sends. */
export const compactionTrigger = 'compaction_trigger';

/** True if the reply is to be the compacted conversation. @param body of a request */
export function asksForCompaction({ input }: { readonly input?: unknown }): boolean {
  const last: unknown = Array.isArray(input) ? input.at(-1) : undefined;
  return isJsonObject(last) && last['type'] === compactionTrigger;
}
