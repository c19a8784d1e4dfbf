import { expect, it } from 'vitest';
import type { DialectId } from '../../canonical/dialect.ts';
import { translateRequest } from '../../translate/request.ts';

/** The ids of a call and of its result, as an upstream gets them from a client of the messages format. */
function sentIds(id: string, to: DialectId, vendor: string): string[] {
  const asked = {
    model: 'm',
    max_tokens: 9,
    messages: [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'look', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'A lake.' }] },
    ],
  };
  const { json } = translateRequest(asked, { from: 'anthropic-messages', to, vendor, model: 'm' });
  return Array.from(
    json.matchAll(/"(?:id|call_id|tool_call_id)":"([^"]*)"/g),
    ([, sent = '']) => sent,
  );
}

it.each([
  ['openai-chat', 'openai', 40],
  ['openai-chat', 'azure', 40],
  ['openai-responses', 'openai', 64],
  ['openai-responses', 'azure', 64],
] as const)('%s of %s takes ids of at most %i characters', (to, vendor, most) => {
  const longest = 'a'.repeat(most);
  expect(sentIds(longest, to, vendor)).toEqual([longest, longest]);
  const [call = '', result] = sentIds(`${longest}b`, to, vendor);
  expect(call).toMatch(/^[a-z0-9]{9}$/);
  expect(result).toBe(call);
  expect(sentIds(`${longest}c`, to, vendor)).not.toContain(call);
});

it.each(['openai-chat', 'openai-responses'] as const)(
  '%s of other vendors gets ids back as they are, because they may contain state',
  (to) => {
    const id = `call_1__thought__${'c2ln'.repeat(99)}`;
    expect(sentIds(id, to, 'litellm')).toEqual([id, id]);
  },
);
