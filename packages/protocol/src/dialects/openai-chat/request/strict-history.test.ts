import { describe, expect, it } from 'vitest';
import type { Part } from '../../../canonical/part.ts';
import type { Turn } from '../../../canonical/request.ts';
import { encodeGreeting } from '../testing/requests.ts';

const ask: Turn = { role: 'user', parts: [{ type: 'text', text: 'Look.' }] };
const call: Turn = {
  role: 'assistant',
  parts: [{ type: 'call', id: 'toolu_01', name: 'look', arguments: '{}' }],
};
const image: Part = {
  type: 'media',
  kind: 'image',
  source: { by: 'bytes', mediaType: 'image/png', base64: 'AAAA' },
};
const result = (...content: Part[]): Turn => ({
  role: 'result',
  parts: [{ type: 'result', callId: 'toolu_01', content }],
});

function encode(turns: Turn[], strictHistory = true) {
  const { body, notes } = encodeGreeting({ turns }, { strictHistory });
  return { messages: body.messages, roles: body.messages.map(({ role }) => role), notes };
}

describe('a model that is strict about tool calls', () => {
  it('gets ids of nine letters or digits, the same for a call and its result', () => {
    const { messages } = encode([ask, call, result({ type: 'text', text: 'A lake.' })]);
    const [id] = JSON.stringify(messages).match(/(?<="id":")[A-Za-z0-9]{9}(?=")/) ?? [];
    expect(id).toBeDefined();
    expect(messages[2]).toMatchObject({ role: 'tool', tool_call_id: id });
    expect(JSON.stringify(messages)).not.toContain('toolu_01');
  });

  it.each([
    ['the user goes on', [result({ type: 'text', text: 'A lake.' }), ask]],
    ['a result holds an image', [result(image)]],
  ])('gets a reply after the results where %s', (_, turns) => {
    const { messages, roles, notes } = encode([ask, call, ...turns]);
    expect(roles).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
    expect(messages[3]).toEqual({ role: 'assistant', content: 'I have the results.' });
    expect(notes).toContainEqual(expect.objectContaining({ action: 'defaulted', path: 'turns' }));
    expect(JSON.stringify(messages)).not.toContain('toolu_01');
  });

  it('gets nothing more where the results are the end', () => {
    expect(encode([ask, call, result()]).roles).toEqual(['user', 'assistant', 'tool']);
  });
});

it('other models get the history as it is', () => {
  const { messages, roles } = encode([ask, call, result(), ask], false);
  expect(roles).toEqual(['user', 'assistant', 'tool', 'user']);
  expect(messages[2]).toMatchObject({ tool_call_id: 'toolu_01' });
});
