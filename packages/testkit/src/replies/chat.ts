import { createAnswer } from '../answer.ts';
import type { Answer } from '../behaviour.ts';
import { resolveReply } from './description.ts';
import type { Finish, ReplyDescription, ResolvedReply, StreamOptions } from './description.ts';
import { writeFrame } from './frames.ts';

/** A JSON object of a wire format. */
export type WireObject = Readonly<Record<string, unknown>>;

const createdAt = 1_767_225_600;

function writeFinish(finish: Finish, refused: boolean): string {
  if (typeof finish === 'object') return finish.native;
  if (finish === 'calls') return 'tool_calls';
  if (finish === 'length' || finish === 'context') return 'length';
  return finish === 'filter' && !refused ? 'content_filter' : 'stop';
}

/** Sums as the chat format reports them: caches lie within the prompt, reasoning in the answer. */
function writeUsage(reply: ResolvedReply): unknown {
  if (reply.rawUsage !== undefined) return reply.rawUsage;
  if (!reply.usage) return undefined;
  const { input, cacheRead, cacheWrite, output, reasoning } = reply.usage;
  const prompt = input + cacheRead + cacheWrite;
  const completion = output + reasoning;
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
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

function writeMessage(reply: ResolvedReply): WireObject {
  const calls = reply.calls.map((call) => ({
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: call.fragments.join('') },
  }));
  return {
    role: 'assistant',
    content: reply.text.length > 0 ? reply.text.join('') : null,
    ...(reply.reasoning.length > 0 ? { reasoning_content: reply.reasoning.join('') } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    refusal: reply.refusal.length > 0 ? reply.refusal.join('') : null,
    annotations: [],
  };
}

/** The body of a whole chat completion. */
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

function writeCallDeltas(reply: ResolvedReply): WireObject[] {
  return reply.calls.flatMap((call, index) => [
    {
      tool_calls: [
        { index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } },
      ],
    },
    ...call.fragments.map((fragment) => ({
      tool_calls: [{ index, function: { arguments: fragment } }],
    })),
  ]);
}

/** The vendor's order: the role, then reasoning, text, refusal and calls. */
function writeDeltas(reply: ResolvedReply): WireObject[] {
  const content = reply.text.length > 0 || reply.calls.length === 0 ? '' : null;
  return [
    { role: 'assistant', content, refusal: null },
    ...reply.reasoning.map((piece) => ({ reasoning_content: piece })),
    ...reply.text.map((piece) => ({ content: piece })),
    ...reply.refusal.map((piece) => ({ refusal: piece })),
    ...writeCallDeltas(reply),
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

/** A whole chat completion. */
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
