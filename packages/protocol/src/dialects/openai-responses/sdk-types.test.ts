import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { CanonicalEvent } from '../../canonical/reply.ts';
import type { CanonicalRequest } from '../../canonical/request.ts';
import { noUsage } from '../../canonical/usage.ts';
import type { Fits, Plain } from '../../testing/official-types.ts';
import { replyTarget } from '../../testing/wire.ts';
import { writeFrames } from '../../sse/frame.ts';
import { GatewayError } from '../../canonical/error.ts';
import type { eventReplySchema, replySchema } from './reply/schema.ts';
import { requestSchema } from './request/schema.ts';
import { createStreamEncoder } from './stream/encoder.ts';
import type { ErrorEvent, ResponsesEvent, ResponsesReply } from './reply/types.ts';
import type { ResponsesRequest } from './request/types.ts';

type Create = OpenAI.Responses.ResponseCreateParams;
/** The client adds `output_text` to what comes over the wire. */
type Reply = Omit<OpenAI.Responses.Response, 'output_text'>;
/** Items of tools that the vendor ran are taken over whole, whatever their fields hold. */
type OwnItem = Extract<
  Reply['output'][number],
  { type: 'message' | 'reasoning' | 'function_call' | 'custom_tool_call' }
>;
type OwnReply = Omit<Reply, 'output'> & { output: OwnItem[] };
/** What the vendor sends and its types leave out: no usage of a running reply, and a code that Codex decides by. */
type WireReply = Omit<Reply, 'usage' | 'error'> & {
  usage?: Reply['usage'] | null;
  error: Reply['error'] | { code: 'context_length_exceeded'; message: string };
};
type WireEvent<Event> = Event extends { response: unknown }
  ? Omit<Event, 'response'> & { response: WireReply }
  : Event;
type StreamEvent = WireEvent<OpenAI.Responses.ResponseStreamEvent>;

/** Each line is a promise that the compiler keeps. */
export type Promises = [
  Fits<ResponsesRequest, Create>,
  Fits<ResponsesReply, WireReply>,
  Fits<ResponsesEvent & { sequence_number: number }, StreamEvent>,
  Fits<ErrorEvent, OpenAI.Responses.ResponseErrorEvent>,
  Fits<ErrorEvent['error'], OpenAI.ErrorObject>,
  Fits<Plain<Create> & { model: string }, z.input<typeof requestSchema>>,
  Fits<Plain<OwnReply>, z.input<typeof replySchema>>,
  Fits<Plain<OwnReply>, z.input<typeof eventReplySchema>>,
];

describe('the request schema', () => {
  it('accepts what the official client sends, with the rare items', () => {
    const request: Create = {
      model: 'gpt-6.1-sol',
      instructions: 'Be terse.',
      input: [
        { role: 'developer', content: 'House rules.' },
        {
          type: 'message',
          role: 'user',
          content: [
            { type: 'input_text', text: 'Look', prompt_cache_breakpoint: { mode: 'explicit' } },
            { type: 'input_image', detail: 'original', image_url: 'https://i.example/a.png' },
            { type: 'input_file', file_id: 'file_1' },
          ],
        },
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' },
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          phase: 'commentary',
          content: [
            { type: 'output_text', text: 'Looking.', annotations: [] },
            { type: 'refusal', refusal: 'No.' },
          ],
        },
        { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}', namespace: 'ns' },
        {
          type: 'function_call_output',
          call_id: 'c1',
          output: [{ type: 'input_text', text: 'x' }],
        },
        { type: 'custom_tool_call', call_id: 'c2', name: 'patch', input: 'raw' },
        { type: 'custom_tool_call_output', call_id: 'c2', output: 'ok' },
        { type: 'item_reference', id: 'rs_2' },
        { id: 'msg_9' },
        { type: 'configuration_update', reasoning: { effort: 'low' } },
        {
          type: 'additional_tools',
          role: 'developer',
          tools: [{ type: 'custom', name: 'exec', format: { type: 'text' } }],
        },
        {
          type: 'local_shell_call',
          id: 'ls_1',
          call_id: 'c3',
          status: 'completed',
          action: { type: 'exec', command: ['ls'], env: {} },
        },
        { type: 'mcp_approval_response', approval_request_id: 'a', approve: true },
      ],
      tools: [
        { type: 'function', name: 'f', parameters: null, strict: null },
        {
          type: 'namespace',
          name: 'ns',
          description: 'A group',
          tools: [{ type: 'function', name: 'f' }],
        },
        { type: 'web_search' },
        { type: 'mcp', server_label: 'm' },
      ],
      tool_choice: {
        type: 'allowed_tools',
        mode: 'auto',
        tools: [{ type: 'function', name: 'f' }],
      },
      text: { format: { type: 'json_schema', name: 'a', schema: {} }, verbosity: 'low' },
      reasoning: { effort: 'xhigh', summary: 'detailed' },
      include: ['reasoning.encrypted_content', 'web_search_call.action.sources'],
      stream: true,
      stream_options: { include_obfuscation: false },
      metadata: { a: 'b' },
      service_tier: 'ultrafast',
      prompt_cache_key: 'k',
      context_management: [{ type: 'compaction' }],
    };
    expect(requestSchema.safeParse(request).error).toBeUndefined();
  });
});

const request: CanonicalRequest = {
  model: 'call-name',
  stream: true,
  includeUsage: true,
  turns: [],
  tools: [
    { kind: 'custom', name: 'patch' },
    { kind: 'function', name: 'ns__f', namespace: 'ns' },
  ],
  sampling: {},
};

/** Runs a stream of ours through the official client's own helper. */
function readWithClient(events: readonly CanonicalEvent[], end: 'end' | GatewayError) {
  const encoder = createStreamEncoder({ ...replyTarget(), request });
  const frames = events.flatMap((event) => encoder.push(event));
  const last = end === 'end' ? encoder.end() : encoder.fail(end);
  const text = writeFrames([...frames, ...last]);
  const client = new OpenAI({
    apiKey: 'none',
    maxRetries: 0,
    fetch: () =>
      Promise.resolve(new Response(text, { headers: { 'content-type': 'text/event-stream' } })),
  });
  return client.responses.stream({ model: 'call-name', input: 'Hi' });
}

const part = (index: number, text: string): CanonicalEvent => ({ type: 'part-delta', index, text });
const close = (index: number): CanonicalEvent => ({ type: 'part-end', index });

describe('the official stream helper', () => {
  it('assembles reasoning, text, refusal and interleaved calls', async () => {
    const providerState = { vendor: 'anthropic', kind: 'signature', data: 'sig' } as const;
    const stream = readWithClient(
      [
        { type: 'reply-start', id: 'x', model: 'm' },
        { type: 'part-start', index: 0, choice: 0, part: { type: 'reasoning' } },
        part(0, 'Hm'),
        part(0, '.'),
        { type: 'part-state', index: 0, providerState },
        close(0),
        { type: 'part-start', index: 1, choice: 0, part: { type: 'text' } },
        part(1, 'Good '),
        part(1, 'day.'),
        { type: 'part-citation', index: 1, citation: { url: 'https://e.example/', title: 'E' } },
        close(1),
        { type: 'part-start', index: 2, choice: 0, part: { type: 'refusal' } },
        part(2, 'No.'),
        close(2),
        {
          type: 'part-start',
          index: 3,
          choice: 0,
          part: { type: 'call', id: 'a', name: 'ns__f' },
        },
        {
          type: 'part-start',
          index: 4,
          choice: 0,
          part: { type: 'call', id: 'b', name: 'patch' },
        },
        part(3, '{"x"'),
        part(4, '{"input":"*** Beg'),
        part(3, ':1}'),
        part(4, 'in\\n"}'),
        { type: 'part-state', index: 3, providerState },
        close(3),
        close(4),
        { type: 'finish', choice: 0, finish: { reason: 'calls' } },
        { type: 'usage', usage: { ...noUsage, input: 3, output: 4 } },
      ],
      'end',
    );
    const inputs: string[] = [];
    for await (const event of stream) {
      if (event.type === 'response.custom_tool_call_input.delta') inputs.push(event.delta);
    }
    const final = await stream.finalResponse();
    expect(final.output_text).toBe('Good day.');
    expect(inputs).toEqual(['*** Beg', 'in\n']);
    expect(final.output.map(({ type }) => type)).toEqual([
      'reasoning',
      'message',
      'function_call',
      'custom_tool_call',
      'reasoning',
    ]);
    expect(final.output[2]).toMatchObject({ name: 'f', namespace: 'ns', arguments: '{"x":1}' });
    expect(final.output[3]).toMatchObject({ name: 'patch', input: '*** Begin\n' });
    expect(final.usage?.total_tokens).toBe(7);
  });

  it('raises the error of a stream that breaks', async () => {
    const error = new GatewayError('overloaded', 'The model is overloaded.');
    const stream = readWithClient([{ type: 'reply-start' }], error);
    await expect(stream.finalResponse()).rejects.toThrow('The model is overloaded.');
  });
});
