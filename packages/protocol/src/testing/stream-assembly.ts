// Assembles the whole reply of a dialect from its stream, for tests that compare both.
import type { DialectId } from '../canonical/dialect.ts';
import { parseJson, parseToolJson } from '../json/parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import type { SseFrame } from '../sse/frame.ts';
import { listAt, objectAt, textAt } from './json-reading.ts';

/**
 * Assembles a complete stream into a reply body as a simple client does: it knows its own format, keeps
 * unknown fields, and knows nothing about Parley.
 */
export function assembleBody(dialect: DialectId, frames: readonly SseFrame[]): JsonObject {
  const values = frames.map(({ data }) => parseJson(data)).filter(isJsonObject);
  return assemblers[dialect](values);
}

type Assembler = (values: readonly JsonObject[]) => JsonObject;

const assemblers: Readonly<Record<DialectId, Assembler>> = {
  'openai-chat': (chunks) => {
    const message: JsonObject = {};
    const choices = chunks.flatMap((chunk) => listAt(chunk, 'choices'));
    for (const choice of choices) addFields(message, objectAt(choice, 'delta'));
    const calls = listAt(message, 'tool_calls').map((call) => withoutIndex(call));
    if (calls.length > 0) message['tool_calls'] = calls;
    return { choices: [{ index: 0, message }] };
  },
  'anthropic-messages': (events) => {
    const blocks: JsonObject[] = [];
    for (const event of events) {
      const type = textAt(event, 'type');
      if (type === 'content_block_start') blocks.push({ ...objectAt(event, 'content_block') });
      else if (type === 'content_block_delta') addDelta(blocks.at(-1), objectAt(event, 'delta'));
    }
    return { content: blocks.map(withParsedInput) };
  },
  'gemini-generate': (chunks) => {
    const candidates = chunks.flatMap((chunk) => listAt(chunk, 'candidates'));
    const parts = candidates.flatMap((each) => listAt(objectAt(each, 'content'), 'parts'));
    return { candidates: [{ content: { role: 'model', parts } }] };
  },
  'openai-responses': (events) => objectAt(events.at(-1), 'response'),
};

/**
 * Strings and lists are appended, entries of `tool_calls` are merged by index, everything else is replaced.
 */
function addFields(target: JsonObject, delta: JsonObject): void {
  for (const [name, value] of Object.entries(delta)) {
    const known = target[name];
    if (value === null || value === undefined) continue;
    if (name === 'tool_calls') target[name] = addCalls(listAt(target, name), listAt(delta, name));
    else if (name === 'content' || name.startsWith('reasoning_content')) {
      target[name] = textAt(target, name) + textAt(delta, name);
    } else if (Array.isArray(value) && Array.isArray(known)) target[name] = [...known, ...value];
    else target[name] = value;
  }
}

function addCalls(calls: JsonValue[], fragments: readonly JsonValue[]): JsonValue[] {
  for (const fragment of fragments) {
    const index = isJsonObject(fragment) ? Number(fragment['index']) : 0;
    const known = isJsonObject(calls[index]) ? calls[index] : {};
    const { function: part, ...head } = isJsonObject(fragment) ? fragment : {};
    const args = textAt(known['function'], 'arguments') + textAt(part, 'arguments');
    const called = { ...objectAt(known, 'function'), ...(isJsonObject(part) ? part : {}) };
    calls[index] = { ...known, ...head, function: { ...called, arguments: args } };
  }
  return calls;
}

function withoutIndex(call: JsonValue): JsonValue {
  const { index: _, ...rest } = isJsonObject(call) ? call : {};
  return rest;
}

function addDelta(block: JsonObject | undefined, delta: JsonObject): void {
  if (block === undefined) return;
  const grown = { thinking: 'thinking', text: 'text', partial_json: 'partial_json' };
  for (const name of Object.keys(grown)) {
    if (name in delta) block[name] = textAt(block, name) + textAt(delta, name);
  }
  if ('signature' in delta) block['signature'] = textAt(delta, 'signature');
}

function withParsedInput({ partial_json: partial, ...block }: JsonObject): JsonObject {
  if (block['type'] !== 'tool_use') return block;
  return { ...block, input: parseToolJson(typeof partial === 'string' ? partial : '{}') ?? {} };
}
