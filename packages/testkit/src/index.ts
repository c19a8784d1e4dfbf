/** The public entry of the package: a scripted upstream, its responses and faults, and a raw client. */
export {
  countFrames,
  createAnswer,
  insertAfter,
  mapFrames,
  readContent,
  withHeaders,
} from './answer.ts';
export type { AnswerParts, HeaderInput } from './answer.ts';
export { onAccept, raw, send, wait } from './behaviour.ts';
export type { AcceptBehaviour, Answer, Behaviour, RawBehaviour, Step } from './behaviour.ts';
export type { AnswerHead, RawAnswer } from './client/answer-reader.ts';
export { collectStream } from './client/collect-stream.ts';
export type { CollectedStream } from './client/collect-stream.ts';
export { openRawClient } from './client/raw-client.ts';
export type { RawClient, RawClientOptions } from './client/raw-client.ts';
export { writeRequest } from './client/write-request.ts';
export type { RawRequest } from './client/write-request.ts';
export {
  brokenJson,
  emptyOk,
  errorInOk,
  htmlPage,
  hugeBody,
  noContent,
  nullOk,
  shortBody,
} from './faults/body.ts';
export { falseCoding, gzipBomb, gzipStream, gzipTwice, gzipWhole } from './faults/coding.ts';
export {
  closeOnAccept,
  finBeforeHead,
  greetOnAccept,
  ignoreConnection,
  resetBeforeHead,
  resetOnAccept,
  stallBeforeHead,
} from './faults/connection.ts';
export {
  breakFraming,
  halfToolCall,
  leaveOpen,
  stallAfter,
  truncate,
  withoutEndMark,
} from './faults/ending.ts';
export type { EarlyEnd, Truncation } from './faults/ending.ts';
export {
  nonHttpBytes,
  partialHead,
  redirect,
  stallWithinHead,
  withBothFramings,
  withEarlyHints,
  withHugeHead,
  withStrayContinue,
} from './faults/head.ts';
export {
  closeUnannounced,
  closeWhenIdle,
  closeWhenReused,
  withUnaskedAnswer,
} from './faults/keep-alive.ts';
export { holdRefusedPort } from './faults/refused-port.ts';
export type { RefusedPort } from './faults/refused-port.ts';
export {
  binaryFrame,
  endlessStream,
  errorEvent,
  damagedFrame,
  garbageFrames,
  htmlAsStream,
  pingsOnly,
  withDataAfterEnd,
  withEndlessLine,
  withGarbage,
  withHugeEvent,
} from './faults/stream.ts';
export type { StreamError } from './faults/stream.ts';
export {
  inOneChunk,
  segmentWire,
  splitAt,
  splitEverywhere,
  splitPieces,
} from './pacing/splitting.ts';
export { delayFrames, delayHead, holdAfter, holdHead, pauseAfter } from './pacing/timing.ts';
export {
  betweenFrames,
  commentFrame,
  pingFrame,
  withByteOrderMark,
  withDataOverLines,
  withIds,
  withLineEnds,
  withoutFinalNewline,
  withoutSpaces,
} from './pacing/writing.ts';
export {
  startConnectProxy,
  type ConnectProxy,
  type ProxiedRequest,
  type ProxyBehaviour,
} from './upstream/connect-proxy.ts';
export { createUntrustedIdentity, type UntrustedIdentity } from './faults/untrusted-identity.ts';
export { answerModels, answerWith, failWith, reshape } from './replies/answer-with.ts';
export type { AnswerScript } from './replies/answer-with.ts';
export { chatReply, chatStream, createChatChunks, createChatCompletion } from './replies/chat.ts';
export type { WireObject } from './replies/chat.ts';
export type {
  Finish,
  ReplyDescription,
  StreamOptions,
  ToolCallDescription,
  UsageDescription,
} from './replies/description.ts';
export { embeddingsReply, geminiBatchEmbedReply, geminiEmbedReply } from './replies/embeddings.ts';
export type { EmbeddingsDescription } from './replies/embeddings.ts';
export { createErrorBody, httpError } from './replies/errors.ts';
export type { ErrorDescription, HttpErrorDescription } from './replies/errors.ts';
export { readFrames, writeElement, writeFrame } from './replies/frames.ts';
export type { StreamFrame } from './replies/frames.ts';
export {
  createGeminiAnswer,
  createGeminiChunks,
  geminiArrayStream,
  geminiReply,
  geminiStream,
} from './replies/gemini.ts';
export {
  createMessage,
  createMessageEvents,
  messagesReply,
  messagesStream,
} from './replies/messages.ts';
export { modelEntry, modelList } from './replies/models.ts';
export { jsonReply, rawReply, rawStream } from './replies/raw.ts';
export type { ResponseEvent } from './replies/response-items.ts';
export {
  createResponse,
  createResponseEvents,
  responsesReply,
  responsesStream,
} from './replies/responses.ts';
export { writeErrorFrame } from './replies/stream-failure.ts';
export type { StreamFailure } from './replies/stream-failure.ts';
export { tokenCount } from './replies/token-count.ts';
export type { TlsIdentity } from './upstream/listener.ts';
export type { Script } from './upstream/script.ts';
export { createScriptedUpstream } from './upstream/scripted-upstream.ts';
export type { ScriptedUpstream, ScriptedUpstreamOptions } from './upstream/scripted-upstream.ts';
export type { Dialect, Endpoint } from './upstream/endpoint.ts';
export type { ScriptedRequest } from './upstream/scripted-request.ts';
export { WaitTimeoutError } from './waiting.ts';
export type { HeaderLine, HeaderRecord } from './wire/head.ts';
