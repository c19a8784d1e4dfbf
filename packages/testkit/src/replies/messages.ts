/** Replies in the format of Anthropic Messages. */
import { createAnswer } from '../answer.ts';
import type { Answer } from '../behaviour.ts';
import type { WireObject } from './chat.ts';
import { resolveReply } from './description.ts';
import type {
  Finish,
  ReplyDescription,
  ResolvedCall,
  ResolvedReply,
  StreamOptions,
} from './description.ts';
import { writeFrame } from './frames.ts';

const stopReasons: Readonly<Record<Extract<Finish, string>, string>> = {
  stop: 'end_turn',
  'stop-sequence': 'stop_sequence',
  length: 'max_tokens',
  context: 'model_context_window_exceeded',
  calls: 'tool_use',
  filter: 'refusal',
  'prompt-blocked': 'refusal',
  pause: 'pause_turn',
};

function writeFinish(finish: Finish): string {
  return typeof finish === 'object' ? finish.native : stopReasons[finish];
}

/** Input counts exclude cached tokens; the output includes reasoning. */
function writeUsage(reply: ResolvedReply, part: 'whole' | 'start' | 'end'): unknown {
  if (reply.rawUsage !== undefined) return reply.rawUsage;
  if (!reply.usage) return undefined;
  const { input, cacheRead, cacheWrite, output, reasoning } = reply.usage;
  const counts = {
    input_tokens: input,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    output_tokens: part === 'start' ? 1 : output + reasoning,
    output_tokens_details: part === 'start' ? null : { thinking_tokens: reasoning },
    server_tool_use: null,
  };
  if (part === 'end') return counts;
  return {
    ...counts,
    cache_creation: { ephemeral_5m_input_tokens: cacheWrite, ephemeral_1h_input_tokens: 0 },
    inference_geo: null,
    service_tier: 'standard',
    speed: null,
  };
}

/** The stop reason, known only at the end. */
function writeStop(reply: ResolvedReply): WireObject {
  const explanation = reply.refusal.join('');
  return {
    stop_reason: writeFinish(reply.finish),
    stop_sequence: reply.stopSequence,
    stop_details:
      reply.refusal.length > 0 ? { type: 'refusal', category: null, explanation } : null,
    container: null,
  };
}

/** A content block in both forms: whole, and as it starts in a stream with the deltas that follow. */
interface Block {
  readonly whole: WireObject;
  readonly opening: WireObject;
  readonly deltas: readonly WireObject[];
}

function createThinkingBlock(reply: ResolvedReply): Block {
  const thinking = reply.reasoning.join('');
  return {
    whole: { type: 'thinking', thinking, signature: reply.signature },
    opening: { type: 'thinking', thinking: '', signature: '' },
    deltas: [
      ...reply.reasoning.map((piece) => ({ type: 'thinking_delta', thinking: piece })),
      ...(reply.signature ? [{ type: 'signature_delta', signature: reply.signature }] : []),
    ],
  };
}

function createTextBlock(pieces: readonly string[]): Block {
  return {
    whole: { type: 'text', text: pieces.join(''), citations: null },
    opening: { type: 'text', text: '', citations: null },
    deltas: pieces.map((text) => ({ type: 'text_delta', text })),
  };
}

function createToolBlock(call: ResolvedCall): Block {
  const common = { type: 'tool_use', id: call.id, name: call.name, caller: { type: 'direct' } };
  const fragments = ['', ...call.fragments];
  return {
    whole: { ...common, input: call.input },
    opening: { ...common, input: {} },
    deltas: fragments.map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
  };
}

function createBlocks(reply: ResolvedReply): readonly Block[] {
  const hasReasoning = reply.reasoning.length > 0 || reply.signature !== '';
  return [
    ...(hasReasoning ? [createThinkingBlock(reply)] : []),
    ...(reply.commentary.length > 0 ? [createTextBlock(reply.commentary)] : []),
    ...(reply.text.length > 0 ? [createTextBlock(reply.text)] : []),
    ...reply.calls.map(createToolBlock),
  ];
}

function writeEnvelope(reply: ResolvedReply): WireObject {
  return {
    id: `msg_${reply.id}`,
    type: 'message',
    role: 'assistant',
    model: reply.model,
    diagnostics: null,
  };
}

/** The body of a message that is not streamed. */
export function createMessage(description: ReplyDescription): WireObject {
  const reply = resolveReply(description);
  return {
    ...writeEnvelope(reply),
    content: createBlocks(reply).map((block) => block.whole),
    ...writeStop(reply),
    usage: writeUsage(reply, 'whole'),
  };
}

function writeBlockEvents(block: Block, index: number): WireObject[] {
  return [
    { type: 'content_block_start', index, content_block: block.opening },
    ...(index === 0 ? [{ type: 'ping' }] : []),
    ...block.deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

/** The events of a messages stream, in the vendor's order. */
export function createMessageEvents(
  description: ReplyDescription,
  options: StreamOptions = {},
): readonly (WireObject & { readonly type: string })[] {
  const reply = resolveReply(description, options);
  const unknownYet = {
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    container: null,
  };
  const usage = writeUsage(reply, 'start');
  const message = { ...writeEnvelope(reply), content: [], ...unknownYet, usage };
  return [
    { type: 'message_start', message },
    ...createBlocks(reply).flatMap(writeBlockEvents),
    { type: 'message_delta', delta: writeStop(reply), usage: writeUsage(reply, 'end') },
    { type: 'message_stop' },
  ].map((event) => ({ ...event, type: String(event.type) }));
}

/** A message that is not streamed. */
export function messagesReply(description: ReplyDescription = {}): Answer {
  return createAnswer({
    headers: { 'content-type': 'application/json', 'request-id': 'req_scripted' },
    body: JSON.stringify(createMessage(description)),
  });
}

/** A streamed message, one named frame per event, ended by `message_stop`. */
export function messagesStream(
  description: ReplyDescription = {},
  options?: StreamOptions,
): Answer {
  const events = createMessageEvents(description, options);
  return createAnswer({
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'request-id': 'req_scripted',
    },
    body: events.map((event) => writeFrame({ event: event.type, data: JSON.stringify(event) })),
    framing: 'chunked',
  });
}
