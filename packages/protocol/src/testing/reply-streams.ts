// Splits a whole reply into the stream that its vendor would send, for tests that compare both.
import type { DialectId } from '../canonical/dialect.ts';
import { writeJson } from '../json/exact-number.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { listAt, objectAt, textAt } from './json-reading.ts';

/** Writes a whole reply as the text of a stream. Each text is split in two, and has its probabilities beside it. */
export function writeReplyStream(dialect: DialectId, reply: JsonObject): string {
  const data = splitters[dialect](reply).map((event) => writeJson(event));
  if (dialect === 'openai-chat') data.push('[DONE]');
  return data.map((text) => `data: ${text}\n\n`).join('');
}

type Splitter = (reply: JsonObject) => JsonObject[];

const splitters: Readonly<Record<DialectId, Splitter>> = {
  'openai-chat': (reply) => {
    const { choices: _, usage, moderation, ...head } = reply;
    const chunk = (choice: JsonObject) => ({ ...head, choices: [choice] });
    const steps = listAt(reply, 'choices').flatMap(splitChoice);
    const ends = [{ moderation: moderation ?? null }, { usage: usage ?? null }];
    return [...steps.map(chunk), ...ends.map((end) => ({ ...head, choices: [], ...end }))];
  },
  'anthropic-messages': (reply) => {
    const { content: _, stop_reason, stop_sequence, stop_details, usage, ...head } = reply;
    const begun = { ...head, content: [], stop_reason: null, stop_sequence: null };
    const ended = {
      ...{ stop_reason: stop_reason ?? null, stop_sequence: stop_sequence ?? null },
      ...(stop_details !== undefined && { stop_details }),
      ...(head['container'] !== undefined && { container: head['container'] }),
    };
    return [
      { type: 'message_start', message: { ...begun, usage: usage ?? null } },
      ...listAt(reply, 'content').flatMap((block, index) => {
        return splitBlock(block).map((event) => ({ ...event, index }));
      }),
      { type: 'message_delta', delta: ended, usage: usage ?? null },
      { type: 'message_stop' },
    ];
  },
  'gemini-generate': (reply) => {
    const { candidates: _, promptFeedback, ...head } = reply;
    const steps = listAt(reply, 'candidates').flatMap(splitCandidate);
    return [
      { ...head, promptFeedback: promptFeedback ?? null },
      ...steps.map((candidate) => ({ ...head, candidates: [candidate] })),
    ];
  },
  'openai-responses': (reply) => {
    const begun = { ...reply, status: 'in_progress', output: [], usage: null };
    return [
      { type: 'response.created', response: begun },
      ...listAt(reply, 'output').flatMap((item, at) => {
        return splitItem(item).map((event) => ({ ...event, output_index: at }));
      }),
      { type: `response.${textAt(reply, 'status')}`, response: reply },
    ];
  },
};

function splitText(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((piece) => piece !== '');
}

/** The pieces of a text, each beside its share of the tokens. */
function splitTokens(text: string, tokens: readonly JsonValue[]) {
  return splitText(text).map((piece, at) => ({
    piece,
    tokens: at === 0 ? tokens.slice(0, 1) : tokens.slice(1),
  }));
}

function splitChoice(choice: JsonValue): JsonObject[] {
  const { message, logprobs, finish_reason, ...head } = isJsonObject(choice) ? choice : {};
  const step = (delta: JsonObject, more: JsonObject = {}) => ({
    ...{ ...head, delta, finish_reason: null, logprobs: null },
    ...more,
  });
  const { role, tool_calls: _, ...stated } = isJsonObject(message) ? message : {};
  const spoken = ['reasoning_content', 'content', 'refusal'].flatMap((name) => {
    return splitTokens(textAt(stated, name), listAt(logprobs, name)).map(({ piece, tokens }) => {
      const stated = { content: null, refusal: null, [name]: tokens };
      return step({ [name]: piece }, tokens.length > 0 ? { logprobs: stated } : {});
    });
  });
  const { reasoning_content: __, content: ___, refusal: ____, ...others } = stated;
  const calls = listAt(message, 'tool_calls').flatMap(splitCall);
  return [
    step({ role: role ?? null, content: '' }),
    ...spoken,
    step(others),
    ...calls.map((call) => step({ tool_calls: [call] })),
    step(
      {},
      {
        finish_reason: finish_reason ?? null,
        ...(spoken.length === 0 && { logprobs: logprobs ?? null }),
      },
    ),
  ];
}

function splitCall(call: JsonValue, index: number): JsonObject[] {
  const [kind, field] =
    isJsonObject(call) && 'custom' in call ? ['custom', 'input'] : ['function', 'arguments'];
  const whole = objectAt(call, kind);
  const head = { ...(isJsonObject(call) ? call : {}), index, [kind]: { ...whole, [field]: '' } };
  const pieces = splitText(textAt(whole, field));
  return [head, ...pieces.map((piece) => ({ index, [kind]: { [field]: piece } }))];
}

function splitBlock(value: JsonValue): JsonObject[] {
  const block = isJsonObject(value) ? value : {};
  const { head, deltas } = startBlock(block);
  return [
    { type: 'content_block_start', content_block: head },
    ...deltas.map((delta) => ({ type: 'content_block_delta', delta })),
    { type: 'content_block_stop' },
  ];
}

/** A block as it starts, and the deltas that complete it. */
function startBlock(block: JsonObject): { head: JsonObject; deltas: JsonObject[] } {
  const { citations, ...rest } = block;
  switch (block['type']) {
    case 'text': {
      const cited = Array.isArray(citations) ? citations : [];
      return {
        head: { ...rest, text: '' },
        deltas: [
          ...cited.map((citation) => ({ type: 'citations_delta', citation })),
          ...splitText(textAt(block, 'text')).map((text) => ({ type: 'text_delta', text })),
        ],
      };
    }
    case 'thinking': {
      const pieces = splitText(textAt(block, 'thinking'));
      const signature = textAt(block, 'signature');
      return {
        head: { ...block, thinking: '', signature: '' },
        deltas: [
          ...pieces.map((thinking) => ({ type: 'thinking_delta', thinking })),
          { type: 'signature_delta', signature },
        ],
      };
    }
    case 'tool_use':
    case 'server_tool_use': {
      const pieces = splitText(writeJson(block['input'] ?? {}));
      return {
        head: { ...block, input: {} },
        deltas: pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      };
    }
    default:
      return { head: block, deltas: [] };
  }
}

function splitCandidate(value: JsonValue): JsonObject[] {
  const candidate = isJsonObject(value) ? value : {};
  const { content, logprobsResult, ...end } = candidate;
  const { index } = candidate;
  const head = index === undefined ? {} : { index };
  const parts = listAt(content, 'parts').flatMap(splitPart);
  const [chosen, top] = ['chosenCandidates', 'topCandidates'].map((name) =>
    listAt(logprobsResult, name),
  );
  const share = (at: number) => {
    const [from, to] = at === 0 ? [0, 1] : [1, undefined];
    return {
      chosenCandidates: chosen?.slice(from, to) ?? [],
      topCandidates: top?.slice(from, to) ?? [],
    };
  };
  const steps = parts.map((part, at) => ({
    ...{ ...head, content: { role: 'model', parts: [part] } },
    ...(logprobsResult !== undefined && at < 2 && { logprobsResult: share(at) }),
  }));
  return [...steps, end];
}

function splitPart(part: JsonValue): JsonValue[] {
  const text = textAt(part, 'text');
  if (!isJsonObject(part) || text === '' || 'thoughtSignature' in part) return [part];
  return splitText(text).map((piece) => ({ ...part, text: piece }));
}

/** The events of an item, whose last ones repeat what the others say. */
function splitItem(value: JsonValue): JsonObject[] {
  const item = isJsonObject(value) ? value : {};
  const item_id = item['id'] ?? '';
  const { head, events } = startItem(item);
  return [
    { type: 'response.output_item.added', item: { ...head, status: 'in_progress' } },
    ...events.map((event) => ({ ...event, item_id })),
    { type: 'response.output_item.done', item },
  ];
}

function startItem(item: JsonObject): { head: JsonObject; events: JsonObject[] } {
  switch (item['type']) {
    case 'message': {
      const content = listAt(item, 'content');
      const events = content.flatMap((part, content_index) => {
        return splitContent(part).map((event) => ({ ...event, content_index }));
      });
      return { head: { ...item, content: [] }, events };
    }
    case 'reasoning': {
      const events = listAt(item, 'summary').flatMap((part, summary_index) => {
        return splitSummary(part).map((event) => ({ ...event, summary_index }));
      });
      return { head: { ...item, summary: [] }, events };
    }
    case 'function_call':
      return {
        head: { ...item, arguments: '' },
        events: splitField(item, 'function_call_arguments', 'arguments'),
      };
    case 'custom_tool_call':
      return {
        head: { ...item, input: '' },
        events: splitField(item, 'custom_tool_call_input', 'input'),
      };
    default:
      return { head: item, events: [] };
  }
}

function splitField(item: JsonObject, name: string, field: string): JsonObject[] {
  const text = textAt(item, field);
  const deltas = splitText(text).map((delta) => ({ type: `response.${name}.delta`, delta }));
  return [...deltas, { type: `response.${name}.done`, [field]: text }];
}

function splitContent(part: JsonValue): JsonObject[] {
  const isRefusal = isJsonObject(part) && part['type'] === 'refusal';
  const [name, field] = isRefusal ? ['refusal', 'refusal'] : ['output_text', 'text'];
  const text = textAt(part, field);
  const deltas = splitTokens(text, listAt(part, 'logprobs')).map(({ piece, tokens }) => {
    return {
      type: `response.${name}.delta`,
      delta: piece,
      ...(!isRefusal && { logprobs: tokens }),
    };
  });
  const cited = listAt(part, 'annotations').map((annotation) => {
    return { type: 'response.output_text.annotation.added', annotation };
  });
  const empty = { ...(isJsonObject(part) ? part : {}), [field]: '' };
  return [
    { type: 'response.content_part.added', part: empty },
    ...deltas,
    ...cited,
    { type: `response.${name}.done`, [field]: text },
    { type: 'response.content_part.done', part },
  ];
}

function splitSummary(part: JsonValue): JsonObject[] {
  const name = 'response.reasoning_summary';
  const text = textAt(part, 'text');
  return [
    { type: `${name}_part.added`, part: { type: 'summary_text', text: '' } },
    ...splitText(text).map((delta) => ({ type: `${name}_text.delta`, delta })),
    { type: `${name}_text.done`, text },
    { type: `${name}_part.done`, part },
  ];
}
