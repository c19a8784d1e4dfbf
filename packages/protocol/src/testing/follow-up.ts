// Writes the next request of a client that received a reply, for tests of provider state.
import type { DialectId } from '../canonical/dialect.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import { listAt, objectAt, textAt } from './json-reading.ts';

const question = 'What is the weather like?';

/**
 * The next request of a simple client: its question, the reply as received, including unknown fields, and one
 * result for each call.
 * @param results texts in the order of the calls; the last one is used for all further calls
 */
export function writeFollowUp(
  dialect: DialectId,
  reply: JsonObject,
  results: readonly string[],
): JsonObject {
  const resultOf = (index: number) => results[index] ?? results.at(-1) ?? '';
  return writers[dialect](reply, resultOf);
}

type Writer = (reply: JsonObject, resultOf: (index: number) => string) => JsonObject;

const writers: Readonly<Record<DialectId, Writer>> = {
  'openai-chat': (reply, resultOf) => {
    const message = objectAt(listAt(reply, 'choices')[0], 'message');
    const results = listAt(message, 'tool_calls').map((call, index): JsonObject => {
      return { role: 'tool', tool_call_id: textAt(call, 'id'), content: resultOf(index) };
    });
    return {
      model: 'call-name',
      messages: [{ role: 'user', content: question }, message, ...results],
    };
  },
  'anthropic-messages': (reply, resultOf) => {
    const content = listAt(reply, 'content');
    const results = ofType(content, 'tool_use').map((call, index): JsonObject => {
      return { type: 'tool_result', tool_use_id: textAt(call, 'id'), content: resultOf(index) };
    });
    const messages: JsonObject[] = [
      { role: 'user', content: question },
      { role: 'assistant', content },
      { role: 'user', content: results.length > 0 ? results : 'Go on.' },
    ];
    return { model: 'call-name', max_tokens: 1000, messages };
  },
  'gemini-generate': (reply, resultOf) => {
    const content = objectAt(listAt(reply, 'candidates')[0], 'content');
    const calls = listAt(content, 'parts').flatMap((part) => {
      const call = objectAt(part, 'functionCall');
      return Object.keys(call).length > 0 ? [call] : [];
    });
    const results = calls.map(({ id, name }, index): JsonObject => {
      return { functionResponse: { id, name, response: { output: resultOf(index) } } };
    });
    const parts = results.length > 0 ? results : [{ text: 'Go on.' }];
    const contents = [
      { role: 'user', parts: [{ text: question }] },
      content,
      { role: 'user', parts },
    ];
    return { contents };
  },
  'openai-responses': (reply, resultOf) => {
    const output = listAt(reply, 'output');
    const calls = [...ofType(output, 'function_call'), ...ofType(output, 'custom_tool_call')];
    const results = calls.map((call, index): JsonObject => {
      const callId = textAt(call, 'call_id');
      return { type: `${textAt(call, 'type')}_output`, call_id: callId, output: resultOf(index) };
    });
    return {
      model: 'call-name',
      input: [{ role: 'user', content: question }, ...output, ...results],
    };
  },
};

function ofType(items: readonly JsonValue[], type: string): JsonValue[] {
  return items.filter((item) => textAt(item, 'type') === type);
}
