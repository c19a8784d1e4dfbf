/** Replies in the format of OpenAI Responses. */
import { createAnswer } from '../answer.ts';
import type { Answer } from '../behaviour.ts';
import type { WireObject } from './chat.ts';
import { resolveReply, sumUsage } from './description.ts';
import type { Finish, ReplyDescription, ResolvedReply, StreamOptions } from './description.ts';
import { writeFrame } from './frames.ts';
import { createItems, writeItemEvents } from './response-items.ts';
import type { ItemStatus, ResponseEvent } from './response-items.ts';

const createdAt = 1_767_225_600;

/** Why a response is incomplete; `undefined` for a complete one. */
function findGap(finish: Finish, refused: boolean): string | undefined {
  if (finish === 'length' || finish === 'context') return 'max_output_tokens';
  if (finish === 'prompt-blocked') return 'content_filter';
  return finish === 'filter' && !refused ? 'content_filter' : undefined;
}

/** The status of the response, known only at the end. */
function writeStop(reply: ResolvedReply): WireObject & { readonly status: string } {
  const gap = findGap(reply.finish, reply.refusal.length > 0);
  const usual = gap === undefined ? 'completed' : 'incomplete';
  const status = typeof reply.finish === 'object' ? reply.finish.native : usual;
  const failure = { code: 'server_error', message: 'The scripted upstream failed.' };
  return {
    status,
    completed_at: status === 'completed' ? createdAt : null,
    error: status === 'failed' ? failure : null,
    incomplete_details: gap === undefined ? null : { reason: gap },
  };
}

/** Input includes cached tokens and output includes reasoning; both details are always present. */
function writeUsage(reply: ResolvedReply): unknown {
  if (reply.rawUsage !== undefined) return reply.rawUsage;
  if (!reply.usage) return null;
  const { cacheRead, cacheWrite, reasoning } = reply.usage;
  const { prompt, answer } = sumUsage(reply.usage);
  return {
    input_tokens: prompt,
    input_tokens_details: { cached_tokens: cacheRead, cache_write_tokens: cacheWrite },
    output_tokens: answer,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: prompt + answer,
  };
}

/** The fields that a response repeats from its request, all at their defaults. */
const repeated: WireObject = {
  access_programs: null,
  background: false,
  instructions: null,
  max_output_tokens: null,
  max_tool_calls: null,
  metadata: {},
  parallel_tool_calls: true,
  previous_response_id: null,
  prompt_cache_key: null,
  reasoning: { effort: null, summary: null },
  safety_identifier: null,
  service_tier: 'default',
  store: true,
  temperature: 1,
  text: { format: { type: 'text' }, verbosity: 'medium' },
  tool_choice: 'auto',
  tools: [],
  top_logprobs: 0,
  top_p: 1,
  truncation: 'disabled',
  user: null,
};

/** A response that has only started. */
function writeBeginning(reply: ResolvedReply): WireObject {
  return {
    ...repeated,
    id: `resp_${reply.id}`,
    object: 'response',
    created_at: createdAt,
    model: reply.model,
    status: 'in_progress',
    completed_at: null,
    error: null,
    incomplete_details: null,
    output: [],
    usage: null,
  };
}

/** A response with its items; the last item of an incomplete response is incomplete too. */
function describeOutput(reply: ResolvedReply) {
  const stop = writeStop(reply);
  const items = createItems(reply).map((item, index, all) => {
    const cut = stop.status === 'incomplete' && index === all.length - 1;
    const status: ItemStatus = cut ? 'incomplete' : 'completed';
    return { item, status };
  });
  const output = items.map(({ item, status }) => item.whole(status));
  return {
    items,
    stop,
    whole: { ...writeBeginning(reply), ...stop, output, usage: writeUsage(reply) },
  };
}

/** The body of a response that is not streamed. */
export function createResponse(description: ReplyDescription): WireObject {
  return describeOutput(resolveReply(description)).whole;
}

/** The response object in the first event of a stream. */
export function createBegunResponse(description: ReplyDescription = {}): WireObject {
  return writeBeginning(resolveReply(description));
}

function findLastType(status: string): string {
  return `response.${status === 'incomplete' || status === 'failed' ? status : 'completed'}`;
}

/** The events of a stream, in the vendor's order and numbered from 0. */
export function createResponseEvents(
  description: ReplyDescription,
  options: StreamOptions = {},
): readonly ResponseEvent[] {
  const reply = resolveReply(description, options);
  const { items, stop, whole } = describeOutput(reply);
  const begun = writeBeginning(reply);
  const events: readonly ResponseEvent[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...items.flatMap(({ item, status }, index) => writeItemEvents(item, index, status)),
    { type: findLastType(stop.status), response: whole },
  ];
  return events.map((event, index) => ({ ...event, sequence_number: index }));
}

/** Writes an event as a frame with its name. */
export function writeEventFrame(event: ResponseEvent): string {
  return writeFrame({ event: event.type, data: JSON.stringify(event) });
}

/** A response that is not streamed. */
export function responsesReply(description: ReplyDescription = {}): Answer {
  return createAnswer({
    headers: { 'content-type': 'application/json', 'x-request-id': 'req_scripted' },
    body: JSON.stringify(createResponse(description)),
  });
}

/** A streamed response, one named frame per event; the last frame has the whole response. */
export function responsesStream(
  description: ReplyDescription = {},
  options?: StreamOptions,
): Answer {
  return createAnswer({
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-request-id': 'req_scripted',
    },
    body: createResponseEvents(description, options).map(writeEventFrame),
    framing: 'chunked',
  });
}
