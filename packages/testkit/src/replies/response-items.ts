/** The output items of OpenAI Responses and their stream events. */
import type { WireObject } from './chat.ts';
import type { ResolvedCall, ResolvedReply } from './description.ts';

/** An event of the Responses format without its sequence number. */
export type ResponseEvent = WireObject & { readonly type: string };

/** The status of an item: the last item of a truncated reply is incomplete. */
export type ItemStatus = 'completed' | 'incomplete';

/** An output item in both forms: as it starts in a stream with the events that follow, and whole. */
export interface ResponseItem {
  readonly opening: WireObject;
  /** Without the id and index of the item, which every event has. */
  readonly events: readonly ResponseEvent[];
  whole(status: ItemStatus): WireObject;
}

function createReasoningItem(reply: ResolvedReply, id: string): ResponseItem {
  const { reasoning, signature } = reply;
  const part = { type: 'summary_text', text: reasoning.join('') };
  const item = (encrypted: string, summary: readonly WireObject[]) => ({
    id,
    type: 'reasoning',
    ...(encrypted === '' ? {} : { encrypted_content: encrypted }),
    summary,
  });
  const place = { summary_index: 0 };
  const type = 'response.reasoning_summary';
  const events = [
    { type: `${type}_part.added`, ...place, part: { ...part, text: '' } },
    ...reasoning.map((delta) => ({ type: `${type}_text.delta`, ...place, delta })),
    { type: `${type}_text.done`, ...place, text: part.text },
    { type: `${type}_part.done`, ...place, part },
  ];
  const told = reasoning.length > 0;
  return {
    // The encrypted content may be partial while the item is incomplete; only the complete item is valid.
    opening: item(signature.slice(0, Math.ceil(signature.length / 2)), []),
    events: told ? events : [],
    whole: () => item(signature, told ? [part] : []),
  };
}

/** One part of a message: its content and its events. */
interface ContentPart {
  readonly whole: WireObject;
  readonly events: readonly ResponseEvent[];
}

function createTextPart(pieces: readonly string[], contentIndex: number): ContentPart {
  const place = { content_index: contentIndex };
  const text = pieces.join('');
  const part = (content: string) => ({
    type: 'output_text',
    annotations: [],
    logprobs: [],
    text: content,
  });
  const type = 'response.output_text';
  return {
    whole: part(text),
    events: [
      { type: 'response.content_part.added', ...place, part: part('') },
      ...pieces.map((delta) => ({ type: `${type}.delta`, ...place, delta, logprobs: [] })),
      { type: `${type}.done`, ...place, text, logprobs: [] },
      { type: 'response.content_part.done', ...place, part: part(text) },
    ],
  };
}

function createRefusalPart(pieces: readonly string[], contentIndex: number): ContentPart {
  const place = { content_index: contentIndex };
  const refusal = pieces.join('');
  const part = (content: string) => ({ type: 'refusal', refusal: content });
  return {
    whole: part(refusal),
    events: [
      { type: 'response.content_part.added', ...place, part: part('') },
      ...pieces.map((delta) => ({ type: 'response.refusal.delta', ...place, delta })),
      { type: 'response.refusal.done', ...place, refusal },
      { type: 'response.content_part.done', ...place, part: part(refusal) },
    ],
  };
}

/** @param fields further fields of the message, such as its phase */
function createMessageItem(parts: readonly ContentPart[], fields: WireObject): ResponseItem {
  const item = (status: string, content: readonly WireObject[]) => ({
    ...fields,
    type: 'message',
    status,
    role: 'assistant',
    content,
  });
  return {
    opening: item('in_progress', []),
    events: parts.flatMap((part) => part.events),
    whole: (status) =>
      item(
        status,
        parts.map((part) => part.whole),
      ),
  };
}

function createFunctionItem(call: ResolvedCall, id: string): ResponseItem {
  const whole = call.fragments.join('');
  const item = (status: string, text: string) => ({
    id,
    type: 'function_call',
    status,
    arguments: text,
    call_id: call.id,
    name: call.name,
  });
  const type = 'response.function_call_arguments';
  return {
    opening: item('in_progress', ''),
    events: [
      ...call.fragments.map((delta) => ({ type: `${type}.delta`, delta })),
      { type: `${type}.done`, arguments: whole },
    ],
    whole: (status) => item(status, whole),
  };
}

function createCustomItem(call: ResolvedCall, id: string): ResponseItem {
  const pieces = call.custom ?? [];
  const whole = pieces.join('');
  const item = (status: string, input: string) => ({
    id,
    type: 'custom_tool_call',
    status,
    call_id: call.id,
    input,
    name: call.name,
  });
  const type = 'response.custom_tool_call_input';
  return {
    opening: item('in_progress', ''),
    events: [
      ...pieces.map((delta) => ({ type: `${type}.delta`, delta })),
      { type: `${type}.done`, input: whole },
    ],
    whole: (status) => item(status, whole),
  };
}

/** The main message. It has a phase only when there is also a commentary. */
function createAnswerItem(reply: ResolvedReply, id: string): ResponseItem {
  const texts = reply.text.length > 0 ? [createTextPart(reply.text, 0)] : [];
  const refusals = reply.refusal.length > 0 ? [createRefusalPart(reply.refusal, texts.length)] : [];
  const phase = reply.commentary.length > 0 ? { phase: 'final_answer' } : {};
  return createMessageItem([...texts, ...refusals], { id, ...phase });
}

/** The output items in the vendor's order: reasoning, messages, calls. */
export function createItems(reply: ResolvedReply): readonly ResponseItem[] {
  const { id, reasoning, signature, commentary, text, refusal, calls } = reply;
  const said = { id: `msg_${id}_commentary`, phase: 'commentary' };
  return [
    ...(reasoning.length > 0 || signature !== '' ? [createReasoningItem(reply, `rs_${id}`)] : []),
    ...(commentary.length > 0 ? [createMessageItem([createTextPart(commentary, 0)], said)] : []),
    ...(text.length > 0 || refusal.length > 0 ? [createAnswerItem(reply, `msg_${id}`)] : []),
    ...calls.map((call, index) =>
      call.custom
        ? createCustomItem(call, `ctc_${id}_${index}`)
        : createFunctionItem(call, `fc_${id}_${index}`),
    ),
  ];
}

/** All stream events of one item. */
export function writeItemEvents(
  item: ResponseItem,
  outputIndex: number,
  status: ItemStatus,
): readonly ResponseEvent[] {
  const place = { output_index: outputIndex };
  const within = { item_id: item.opening['id'], ...place };
  return [
    { type: 'response.output_item.added', ...place, item: item.opening },
    ...item.events.map((event) => ({ ...event, ...within })),
    { type: 'response.output_item.done', ...place, item: item.whole(status) },
  ];
}
