/** Replies in the format of OpenAI Chat Completions. */
import { createAnswer } from '../answer.ts';
import type { Answer } from '../behaviour.ts';
import { resolveReply, sumUsage } from './description.ts';
import type {
  Finish,
  ReplyDescription,
  ResolvedCall,
  ResolvedReply,
  StreamOptions,
} from './description.ts';
import { writeFrame } from './frames.ts';

/** A JSON object of a wire format. */
export type WireObject = Readonly<Record<string, unknown>>;

const createdAt = 1_767_225_600;

function writeFinish(finish: Finish, refused: boolean): string {
  if (typeof finish === 'object') return finish.native;
  if (finish === 'calls') return 'tool_calls';
  if (finish === 'length' || finish === 'context') return 'length';
  if (finish === 'prompt-blocked') return 'content_filter';
  return finish === 'filter' && !refused ? 'content_filter' : 'stop';
}

/**
 * The usage of the chat format: cached tokens are part of the prompt, reasoning is part of the completion.
 */
function writeUsage(reply: ResolvedReply): unknown {
  if (reply.rawUsage !== undefined) return reply.rawUsage;
  if (!reply.usage) return undefined;
  const { cacheRead, cacheWrite, reasoning } = reply.usage;
  const { prompt, answer } = sumUsage(reply.usage);
  return {
    prompt_tokens: prompt,
    completion_tokens: answer,
    total_tokens: prompt + answer,
    prompt_tokens_details: {
      cached_tokens: cacheRead,
      audio_tokens: 0,
      ...(cacheWrite > 0 ? { cache_write_tokens: cacheWrite } : {}),
    },
    completion_tokens_details: {
      reasoning_tokens: reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

function writeCall({ id, name, fragments, custom }: ResolvedCall): WireObject {
  if (custom) return { id, type: 'custom', custom: { name, input: custom.join('') } };
  return { id, type: 'function', function: { name, arguments: fragments.join('') } };
}

function writeMessage(reply: ResolvedReply): WireObject {
  const calls = reply.calls.map(writeCall);
  const text = [...reply.commentary, ...reply.text];
  return {
    role: 'assistant',
    content: text.length > 0 ? text.join('') : null,
    ...(reply.reasoning.length > 0 ? { reasoning_content: reply.reasoning.join('') } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    refusal: reply.refusal.length > 0 ? reply.refusal.join('') : null,
    annotations: [],
  };
}

/** The body of a chat completion that is not streamed. */
export function createChatCompletion(description: ReplyDescription): WireObject {
  const reply = resolveReply(description);
  const finish = writeFinish(reply.finish, reply.refusal.length > 0);
  return {
    id: `chatcmpl-${reply.id}`,
    object: 'chat.completion',
    created: createdAt,
    model: reply.model,
    choices: [{ index: 0, message: writeMessage(reply), logprobs: null, finish_reason: finish }],
    usage: writeUsage(reply),
    service_tier: 'default',
  };
}

/** The first delta of a call has its name and empty arguments; the later ones have the arguments. */
function writeCallDeltas(call: ResolvedCall, index: number): WireObject[] {
  const opening = writeCall({ ...call, fragments: [], ...(call.custom ? { custom: [] } : {}) });
  const pieces = call.custom
    ? call.custom.map((input) => ({ index, custom: { input } }))
    : call.fragments.map((piece) => ({ index, function: { arguments: piece } }));
  return [{ index, ...opening }, ...pieces].map((piece) => ({ tool_calls: [piece] }));
}

/** The deltas in the vendor's order: role, reasoning, text, refusal, calls. */
function writeDeltas(reply: ResolvedReply): WireObject[] {
  const text = [...reply.commentary, ...reply.text];
  const content = text.length > 0 || reply.calls.length === 0 ? '' : null;
  return [
    { role: 'assistant', content, refusal: null },
    ...reply.reasoning.map((piece) => ({ reasoning_content: piece })),
    ...text.map((piece) => ({ content: piece })),
    ...reply.refusal.map((piece) => ({ refusal: piece })),
    ...reply.calls.flatMap(writeCallDeltas),
  ];
}

/** The chunks of a chat stream, in the vendor's order and without the end mark. */
export function createChatChunks(
  description: ReplyDescription,
  options: StreamOptions = {},
): readonly WireObject[] {
  const reply = resolveReply(description, options);
  const usage = options.includeUsage === false ? undefined : writeUsage(reply);
  const envelope = (choices: readonly WireObject[]) => ({
    id: `chatcmpl-${reply.id}`,
    object: 'chat.completion.chunk',
    created: createdAt,
    model: reply.model,
    service_tier: 'default',
    choices,
    ...(usage === undefined ? {} : { usage: null }),
  });
  const step = (delta: WireObject, finish: string | null) =>
    envelope([{ index: 0, delta, logprobs: null, finish_reason: finish }]);
  return [
    ...writeDeltas(reply).map((delta) => step(delta, null)),
    step({}, writeFinish(reply.finish, reply.refusal.length > 0)),
    ...(usage === undefined ? [] : [{ ...envelope([]), usage }]),
  ];
}

/** A chat completion that is not streamed. */
export function chatReply(description: ReplyDescription = {}): Answer {
  return createAnswer({
    headers: { 'content-type': 'application/json', 'x-request-id': 'req_scripted' },
    body: JSON.stringify(createChatCompletion(description)),
  });
}

/** A streamed chat completion, one frame per chunk, ended by `[DONE]`. */
export function chatStream(description: ReplyDescription = {}, options?: StreamOptions): Answer {
  const chunks = createChatChunks(description, options).map((chunk) => JSON.stringify(chunk));
  return createAnswer({
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-request-id': 'req_scripted',
    },
    body: [...chunks, '[DONE]'].map((data) => writeFrame({ data })),
    framing: 'chunked',
  });
}
