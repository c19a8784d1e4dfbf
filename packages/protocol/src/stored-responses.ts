// The entry `@parley/protocol/stored-responses`: the state that a gateway keeps for clients of the Responses format, which
// continue responses and conversations by id, wait for background responses and compact conversations.
export type { Usage } from './canonical/usage.ts';
export {
  asksForCompaction,
  writeCompactedResponse,
} from './dialects/openai-responses/compaction.ts';
export * from './dialects/openai-responses/stored/answered-request.ts';
export * from './dialects/openai-responses/stored/background.ts';
export * from './dialects/openai-responses/stored/conversation.ts';
export * from './dialects/openai-responses/stored/conversation-request.ts';
export {
  inputItems,
  outputItems,
  type ItemListOptions,
} from './dialects/openai-responses/stored/response-items.ts';
export type { JsonObject, JsonValue } from './json/value.ts';
export type { Redact } from './redaction/redaction.ts';
