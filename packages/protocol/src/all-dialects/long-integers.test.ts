import { describe, expect, it } from 'vitest';
import type { DialectId } from '../canonical/dialect.ts';
import { codecs } from '../dialects.ts';
import { writeJson } from '../json/exact-number.ts';
import { parseJson } from '../json/parse.ts';
import { isJsonObject, type JsonObject } from '../json/value.ts';
import { receiveRequest, translateRequest } from '../testing/translation.ts';
import { statefulTargets } from '../testing/upstreams.ts';

const id = '1234567890123456789';
const limit = '9223372036854775807';
const schema = `{"type":"object","properties":{"id":{"type":"integer","maximum":${limit}}}}`;
const call = `{"id":${id}}`;
const result = `{"found":${id}}`;

/** A conversation whose call, result, tool and form of the answer hold integers of 64 bits. */
const requests: Readonly<Record<DialectId, string>> = {
  'openai-chat': `{"model":"m","messages":[{"role":"user","content":"Drop it"},
    {"role":"assistant","tool_calls":[{"id":"c1","type":"function",
      "function":{"name":"drop","arguments":${JSON.stringify(call)}}}]},
    {"role":"tool","tool_call_id":"c1","content":${JSON.stringify(result)}}],
    "tools":[{"type":"function","function":{"name":"drop","parameters":${schema}}}]}`,
  'anthropic-messages': `{"model":"m","max_tokens":100,"messages":[{"role":"user","content":"Drop it"},
    {"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"drop","input":${call}}]},
    {"role":"user","content":[{"type":"tool_result","tool_use_id":"c1",
      "content":${JSON.stringify(result)}}]}],
    "tools":[{"name":"drop","input_schema":${schema}}]}`,
  'gemini-generate': `{"contents":[{"role":"user","parts":[{"text":"Drop it"}]},
    {"role":"model","parts":[{"functionCall":{"id":"c1","name":"drop","args":${call}}}]},
    {"role":"user","parts":[{"functionResponse":{"id":"c1","name":"drop","response":${result}}}]}],
    "tools":[{"functionDeclarations":[{"name":"drop","parametersJsonSchema":${schema}}]}]}`,
  'openai-responses': `{"model":"m","store":false,"input":[{"role":"user","content":"Drop it"},
    {"type":"function_call","call_id":"c1","name":"drop","arguments":${JSON.stringify(call)}},
    {"type":"function_call_output","call_id":"c1","output":${JSON.stringify(result)}}],
    "tools":[{"type":"function","name":"drop","parameters":${schema}}]}`,
};

const all = Object.values(codecs);
const pairs = all.flatMap((client) =>
  all.map((upstream) => [client.dialect, upstream.dialect, upstream] as const),
);

function bodyOf(dialect: DialectId): JsonObject {
  const body = parseJson(requests[dialect]);
  return isJsonObject(body) ? body : {};
}

describe.each(pairs)('from %s to %s', (dialect, _, upstream) => {
  it('a 64-bit integer keeps all digits', () => {
    const target = { codec: upstream, target: statefulTargets[upstream.dialect] };
    const { value, notes } = translateRequest(codecs[dialect], bodyOf(dialect), target);
    const text = writeJson(value.body);
    expect(text.split(id)).toHaveLength(3);
    expect(text.split(limit)).toHaveLength(2);
    const changed = notes.filter(({ reason }) => reason.includes('doubles'));
    const isDoubles = upstream.dialect === 'gemini-generate';
    expect(changed.map(({ path }) => path)).toEqual(
      isDoubles ? ['tools[0].schema', 'turns[1].parts[0].arguments'] : [],
    );
  });
});

describe('schema limits in the subset of older Gemini models', () => {
  it('keep all digits, and an exclusive limit moves by one', () => {
    const limits = `"exclusiveMinimum":-${limit},"maximum":${limit}`;
    const body = requests['openai-chat'].replace(`"maximum":${limit}`, limits);
    const parsed = parseJson(body);
    const asked = receiveRequest(codecs['openai-chat'], isJsonObject(parsed) ? parsed : {}).value;
    const target = { ...statefulTargets['gemini-generate'] };
    const { gemini, ...profile } = target.profile;
    if (gemini === undefined) throw new Error('The model has no traits.');
    const older = { ...profile, gemini: { ...gemini, jsonSchema: false } };
    const { value } = codecs['gemini-generate'].encodeRequest(asked, { ...target, profile: older });
    const text = writeJson(value.body);
    expect(text).toContain(`"minimum":-9223372036854775806,"maximum":${limit}`);
  });
});
