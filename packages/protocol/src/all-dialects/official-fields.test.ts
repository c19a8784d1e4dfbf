import { expect, it } from 'vitest';
import { dialectIds, type DialectId } from '../canonical/dialect.ts';
import { GatewayError } from '../canonical/error.ts';
import { codecs } from '../dialects.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { listVariants, type OfficialRequest, type Variant } from '../testing/official-variants.ts';
import { tableTargets } from '../testing/pair-table.ts';
import { listAt, textAt } from '../testing/json-reading.ts';
import { translateRequest } from '../testing/translation.ts';

const hello = { role: 'user', content: 'Hello' };
const variantsOf = listVariants('requests');

/** Completes a conversation around the message of a variant, so that no repair of the history hides it. */
type Completion = (body: JsonObject) => JsonObject;

function completeChat(body: JsonObject): JsonObject {
  const [message] = listAt(body, 'messages');
  const calls = listAt(message, 'tool_calls');
  const results = calls.map(() => ({ role: 'tool', tool_call_id: 'sample_id', content: 'ok' }));
  const call = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } };
  const asked = { role: 'assistant', content: null, tool_calls: [call] };
  const around: Readonly<Record<string, readonly JsonValue[]>> = {
    tool: [hello, asked, message ?? null],
    assistant: [hello, message ?? null, ...results, hello],
  };
  const role = textAt(message, 'role');
  return { ...body, messages: [...(around[role] ?? [message ?? hello, hello])] };
}

function completeMessages(body: JsonObject): JsonObject {
  const [message] = listAt(body, 'messages');
  const [block] = listAt(message, 'content');
  const type = textAt(block, 'type');
  if (type === 'tool_result') {
    const call = { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} };
    const asked = { role: 'assistant', content: [call] };
    return { ...body, messages: [hello, asked, { role: 'user', content: [block ?? null] }] };
  }
  const isReply = /thinking|_use$|_tool_result$/.test(type);
  if (!isReply) return { ...body, messages: [message ?? hello, hello] };
  const result = { type: 'tool_result', tool_use_id: 'sample_id', content: 'ok' };
  const next = type === 'tool_use' ? { role: 'user', content: [result] } : hello;
  return { ...body, messages: [hello, { role: 'assistant', content: [block ?? null] }, next] };
}

function completeResponses(body: JsonObject): JsonObject {
  const [item] = listAt(body, 'input');
  if (!isJsonObject(item)) return { input: 'Hello', ...body };
  const type = textAt(item, 'type');
  const result = { type: `${type}_output`, call_id: 'call_1', output: 'ok' };
  const call = { call_id: 'call_1', name: 'look' };
  const around: Readonly<Record<string, readonly JsonValue[]>> = {
    function_call: [item, result],
    custom_tool_call: [item, result],
    function_call_output: [
      { type: 'function_call', arguments: '{}', ...call },
      { ...call, ...item },
    ],
    custom_tool_call_output: [{ type: 'custom_tool_call', input: 'x', ...call }, item],
  };
  return { ...body, input: [hello, ...(around[type] ?? [item]), hello] };
}

/** What a request of the first format becomes in the second: its text, and what the notes say. */
function createTranslation(from: DialectId, to: DialectId, complete: Completion) {
  const upstream = { codec: codecs[to], target: tableTargets[to] };
  return (body: JsonValue | undefined) => {
    const whole = { ...complete(isJsonObject(body) ? body : {}), model: 'm' };
    try {
      const { value, notes } = translateRequest(codecs[from], whole, upstream);
      const said = notes.map(({ action, path, reason }) => `${action} ${path}: ${reason}`);
      return { text: JSON.stringify(value.body), said };
    } catch (thrown) {
      if (thrown instanceof GatewayError) return { text: '', said: [thrown.message] };
      throw thrown;
    }
  };
}

/** The variant without what it states, or with another value where a value is needed. */
function withoutIt({ value, path, isOptional }: Omit<Variant, 'label'>): JsonValue | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return isOptional === true ? undefined : other(value);
  const copy = structuredClone(value);
  if (Array.isArray(copy)) {
    const inner = withoutIt({ value: copy[Number(name)] ?? null, path: rest, isOptional });
    return inner === undefined ? [] : [inner];
  }
  if (!isJsonObject(copy)) return undefined;
  const { [name]: old = null, ...others } = copy;
  const inner = withoutIt({ value: old, path: rest, isOptional });
  return inner === undefined ? others : { ...copy, [name]: inner };
}

function other(value: JsonValue): JsonValue | undefined {
  if (typeof value === 'string') return `${value}Z`;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'boolean' ? !value : undefined;
}

/** What says nothing to a model of another format: defaults, ids and states of items, names of schemas. */
const meaningless = [
  /=(?:false|auto|default|standard|standard_only|disabled|5m|summarized|omitted|text)$/,
  /(?:<text>|<direct>|<disabled>|<adaptive>|<assistant>|\.parameters)$/,
  /\.(?:id|status|type|role|phase|media_type|stream|include_usage|format|parallel_tool_calls)=/,
  /\.(?:metadata|output_config|reasoning|stream_options|text|allowed_tools\.tools\[\])$/,
  /<function_call_output>\.(?:call_id|name|namespace)=/,
  /<json_schema>\.(?:name|strict)=/,
  /include\[\]=reasoning\.encrypted_content$/,
  // Without `logprobs` it asks for nothing.
  /^\.top_logprobs=/,
];

const requests: readonly (readonly [OfficialRequest, DialectId, Completion])[] = [
  ['ChatRequest', 'openai-chat', completeChat],
  ['MessagesRequest', 'anthropic-messages', completeMessages],
  ['ResponsesRequest', 'openai-responses', completeResponses],
];
const pairs = requests.flatMap(([type, from, complete]) =>
  dialectIds.filter((to) => to !== from).map((to) => [type, to, { from, complete }] as const),
);

it.each(pairs)('%s to %s: no field is lost without a note', (type, to, { from, complete }) => {
  const [plain, ...variants] = variantsOf.get(type) ?? [];
  const translate = createTranslation(from, to, complete);
  const known = new Set(translate(plain?.value).said);
  const lost = variants.filter((variant) => {
    if (variant.path.length === 0 || meaningless.some((each) => each.test(variant.label)))
      return false;
    const { text, said } = translate(variant.value);
    if (said.some((note) => !known.has(note))) return false;
    return text === translate(withoutIt(variant)).text;
  });
  expect(variants.length).toBeGreaterThan(100);
  expect(lost.map(({ label }) => label)).toEqual([]);
});
