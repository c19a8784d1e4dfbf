/** Replies in the format of Gemini's `generateContent`. */
import { createAnswer } from '../answer.ts';
import type { Answer } from '../behaviour.ts';
import type { WireObject } from './chat.ts';
import { resolveReply, sumUsage } from './description.ts';
import type {
  Finish,
  ReplyDescription,
  ResolvedCall,
  ResolvedReply,
  StreamOptions,
} from './description.ts';
import { writeElement, writeFrame } from './frames.ts';

/** Calls have no finish reason of their own: a reply that ends with calls has `STOP`. */
const finishReasons: Readonly<Record<Extract<Finish, string>, string>> = {
  stop: 'STOP',
  'stop-sequence': 'STOP',
  length: 'MAX_TOKENS',
  context: 'MAX_TOKENS',
  calls: 'STOP',
  filter: 'SAFETY',
  'prompt-blocked': 'SAFETY',
  pause: 'CONTINUATION',
};

function writeFinish(finish: Finish): string {
  return typeof finish === 'object' ? finish.native : finishReasons[finish];
}

/** Omits a count of zero. */
function writeCount(name: string, tokens: number): WireObject {
  return tokens === 0 ? {} : { [name]: tokens };
}

/** Reasoning tokens are counted beside the candidates. @param share of the output that is reported, 0 to 1 */
function writeUsage(reply: ResolvedReply, share = 1): unknown {
  if (reply.rawUsage !== undefined) return reply.rawUsage;
  if (!reply.usage) return undefined;
  const { prompt } = sumUsage(reply.usage);
  const answer = Math.floor(reply.usage.output * share);
  const thoughts = Math.floor(reply.usage.reasoning * share);
  return {
    promptTokenCount: prompt,
    ...writeCount('candidatesTokenCount', answer),
    totalTokenCount: prompt + answer + thoughts,
    ...writeCount('cachedContentTokenCount', reply.usage.cacheRead),
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: prompt }],
    ...writeCount('thoughtsTokenCount', thoughts),
  };
}

function writeCall(call: ResolvedCall): WireObject {
  const id = call.id === '' ? {} : { id: call.id };
  return { functionCall: { ...id, name: call.name, args: call.input } };
}

function writeThought(text: string): WireObject {
  return { text, thought: true };
}

function joinPieces(pieces: readonly string[]): readonly string[] {
  return pieces.length > 0 ? [pieces.join('')] : [];
}

/** The signature is part of the first call. Without calls it belongs to no part yet. */
function writeCalls(reply: ResolvedReply): readonly WireObject[] {
  const signature = reply.signature === '' ? {} : { thoughtSignature: reply.signature };
  return reply.calls.map((call, index) => ({
    ...writeCall(call),
    ...(index === 0 ? signature : {}),
  }));
}

function needsSignature(reply: ResolvedReply): boolean {
  return reply.signature !== '' && reply.calls.length === 0;
}

/** The parts of a whole reply. Without a call, the signature is part of the text. */
function writeParts(reply: ResolvedReply): readonly WireObject[] {
  const thoughts = joinPieces(reply.reasoning).map(writeThought);
  const commentary = joinPieces(reply.commentary).map((text) => ({ text }));
  const text = reply.text.join('');
  if (needsSignature(reply)) {
    return [...thoughts, ...commentary, { text, thoughtSignature: reply.signature }];
  }
  const answer = joinPieces(reply.text).map((piece) => ({ text: piece }));
  return [...thoughts, ...commentary, ...answer, ...writeCalls(reply)];
}

/** The end of a candidate; a refusal is the vendor's message about it. */
function writeEnd(reply: ResolvedReply): WireObject {
  const finishMessage = reply.refusal.join('');
  return {
    finishReason: writeFinish(reply.finish),
    ...(finishMessage === '' ? {} : { finishMessage }),
  };
}

function writeContent(parts: readonly WireObject[]): WireObject {
  return parts.length === 0 ? {} : { content: { parts, role: 'model' } };
}

function writeEnvelope(reply: ResolvedReply, usage: unknown): WireObject {
  return {
    ...(usage === undefined ? {} : { usageMetadata: usage }),
    modelVersion: reply.model,
    responseId: reply.id,
  };
}

/** A prompt that was not answered has no candidate and only usage of the prompt. */
function writeBlock(reply: ResolvedReply): WireObject {
  const promptFeedback = { blockReason: 'PROHIBITED_CONTENT' };
  return { promptFeedback, ...writeEnvelope(reply, writeUsage(reply, 0)) };
}

/** The body of a whole `generateContent` response. */
export function createGeminiAnswer(description: ReplyDescription): WireObject {
  const reply = resolveReply(description);
  if (reply.finish === 'prompt-blocked') return writeBlock(reply);
  const candidate = { ...writeContent(writeParts(reply)), ...writeEnd(reply), index: 0 };
  return { candidates: [candidate], ...writeEnvelope(reply, writeUsage(reply)) };
}

/** The last candidate has a late signature, or nothing when a filter ended the reply. */
function writeClosing(reply: ResolvedReply): WireObject {
  const signature = needsSignature(reply) ? { thoughtSignature: reply.signature } : {};
  const silent = reply.finish === 'filter' && !needsSignature(reply);
  return { ...writeContent(silent ? [] : [{ text: '', ...signature }]), ...writeEnd(reply) };
}

/**
 * The chunks of a stream. Calls are sent whole, usage counts the tokens so far, and the last chunk has the
 * finish reason: there is no other end mark.
 */
export function createGeminiChunks(
  description: ReplyDescription,
  options: StreamOptions = {},
): readonly WireObject[] {
  const reply = resolveReply(description, options);
  if (reply.finish === 'prompt-blocked') return [writeBlock(reply)];
  const parts = [
    ...reply.reasoning.map(writeThought),
    ...[...reply.commentary, ...reply.text].map((text) => ({ text })),
    ...writeCalls(reply),
  ];
  const candidates = [...parts.map((part) => writeContent([part])), writeClosing(reply)];
  return candidates.map((candidate, index) => ({
    candidates: [{ ...candidate, index: 0 }],
    ...writeEnvelope(reply, writeUsage(reply, (index + 1) / candidates.length)),
  }));
}

/** A `generateContent` response that is not streamed. */
export function geminiReply(description: ReplyDescription = {}): Answer {
  return createAnswer({
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: JSON.stringify(createGeminiAnswer(description)),
  });
}

/** A stream requested with `alt=sse`: one unnamed frame per chunk and no end mark. */
export function geminiStream(description: ReplyDescription = {}, options?: StreamOptions): Answer {
  const chunks = createGeminiChunks(description, options);
  return createAnswer({
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' },
    body: chunks.map((chunk) => writeFrame({ data: JSON.stringify(chunk) })),
    framing: 'chunked',
  });
}

/**
 * A stream without `alt=sse`: one JSON array, sent one element at a time. Its closing bracket is the last
 * frame.
 */
export function geminiArrayStream(
  description: ReplyDescription = {},
  options?: StreamOptions,
): Answer {
  const chunks = createGeminiChunks(description, options);
  return createAnswer({
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: [...chunks.map((chunk, index) => writeElement(JSON.stringify(chunk), index)), ']'],
    framing: 'chunked',
  });
}
