// The public API of the package: everything that `@parley/protocol` exports by its main entry.
export { assembleReply, collectReply } from './canonical/assemble.ts';
export * from './canonical/dialect.ts';
export * from './canonical/embeddings.ts';
export * from './canonical/error.ts';
export * from './canonical/reply.ts';
export { parseJson, parseScanned, parseToolJson } from './json/parse.ts';
export * from './json/value.ts';
export type { Logprobs } from './canonical/logprobs.ts';
export * from './canonical/note.ts';
export * from './canonical/provider-state.ts';
export * from './canonical/part.ts';
export { replayReply } from './canonical/replay.ts';
export * from './canonical/request.ts';
export * from './canonical/tool-uses.ts';
export * from './canonical/usage.ts';
export * from './codec.ts';
export { codecOf, codecs } from './dialects.ts';
export { writeBase64Vectors } from './dialects/openai-chat/embeddings.ts';
export {
  createTextCompletionStream,
  writeTextCompletion,
} from './dialects/openai-chat/text-completion/reply.ts';
export {
  readTextCompletion,
  type TextCompletion,
} from './dialects/openai-chat/text-completion/request.ts';
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
export { NameMap, type NameRule } from './history/names.ts';
export { isExactNumber, writeJson, type ExactNumber } from './json/exact-number.ts';
export {
  maxDepth,
  scanObject,
  type JsonScan,
  type JsonSpan,
  type ScanOptions,
} from './json/scan.ts';
export { spliceBytes, type EncodedText } from './json/splice-bytes.ts';
export { replaceFields, spliceFields } from './json/splice.ts';
export { utf8Length } from './json/utf8-length.ts';
export { omitUndefined, type WithoutUndefined } from './shared/omit-undefined.ts';
export { readSpentLimit } from './shared/errors/stated-wait.ts';
export * from './profiles/profile.ts';
export { guessProfile, overrideProfile } from './profiles/guess.ts';
export {
  createRedactor,
  createSecretRedactor,
  redactSecrets,
  type Redact,
  type Secrets,
} from './redaction/redaction.ts';
export { createArrayParser, createArrayWriter, type ArrayWriter } from './sse/array.ts';
export {
  createFrameParser,
  type FrameParser,
  type FrameParserOptions,
} from './sse/frame-parser.ts';
export { writeFrame, writeFrames, type SseFrame } from './sse/frame.ts';
export * from './wire.ts';
export type {
  TranslationDirection,
  JsonBody,
  ReplyTranslationOptions,
  RequestContext,
  TranslationNotes,
} from './translate/options.ts';
export {
  translateError,
  translateReply,
  type ErrorTranslationOptions,
  type HttpReply,
  type TranslatedReply,
  type WholeReplyTranslationOptions,
} from './translate/reply.ts';
export {
  translateRequest,
  type RequestTranslationOptions,
  type TranslatedRequest,
} from './translate/request.ts';
export {
  createStreamTranslator,
  type StreamState,
  type StreamTranslator,
} from './translate/stream.ts';
export type { ByteTransform } from './translate/byte-transform.ts';
export {
  readEvents,
  type ReadEventsOptions,
  type ReplyBody,
  type ReplyEvents,
} from './translate/read-events.ts';
