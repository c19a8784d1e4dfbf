// Tests that a last user message of which nothing can be sent is rejected, and not left out.
import { describe, expect, it } from 'vitest';
import type { DialectId } from '../canonical/dialect.ts';
import { codecs } from '../dialects.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import { tableTargets } from '../testing/pair-table.ts';
import { translateRequest } from '../testing/translation.ts';

type Client = 'anthropic-messages' | 'gemini-generate';

/** A conversation in which the user says `content` last. */
const bodies: Readonly<Record<Client, (content: JsonValue) => JsonObject>> = {
  'anthropic-messages': (content) => ({
    model: 'm',
    max_tokens: 99,
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content },
    ],
  }),
  'gemini-generate': (parts) => ({
    contents: [
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts: [{ text: 'Hello' }] },
      { role: 'user', parts },
    ],
  }),
};

const unknownSource = { type: 'novel_ref', ref: 'x' };

const empty: readonly (readonly [Client, JsonValue, string])[] = [
  ['anthropic-messages', [], 'turns[2]'],
  ['anthropic-messages', [{ type: 'image', source: unknownSource }], 'turns[2].parts[0]'],
  [
    'anthropic-messages',
    [{ type: 'document', source: unknownSource, title: 'T' }],
    'turns[2].parts[0]',
  ],
  ['gemini-generate', [], 'turns[2]'],
  ['gemini-generate', [{ text: '' }], 'turns[2]'],
  ['gemini-generate', [{ text: 'Hm.', thought: true }], 'turns[2].parts[0]'],
];

const directions = empty.flatMap(([client, content, param]) =>
  Object.values(codecs)
    .filter(({ dialect }) => dialect !== client)
    .map(({ dialect }) => ({ client, content, param, upstream: dialect })),
);

function translate(client: Client, body: JsonObject, upstream: DialectId) {
  const direction = { codec: codecs[upstream], target: tableTargets[upstream] };
  return translateRequest(codecs[client], body, direction);
}

describe('a last user message that says nothing', () => {
  it.each(directions)(
    'of $client, $content, is not left out towards $upstream',
    ({ client, content, param, upstream }) => {
      const send = () => translate(client, bodies[client](content), upstream);
      // Only Chat Completions can express an empty message.
      if (upstream === 'openai-chat' && param === 'turns[2]') {
        const messages = send().value.body['messages'] as JsonValue[];
        expect(messages.at(-1)).toEqual({ role: 'user', content: '' });
      } else {
        expect(send).toThrow(expect.objectContaining({ code: 'unsupported', param }));
      }
    },
  );

  it('is left out, with a note, when it is content of an unknown type beside other text', () => {
    const content = [
      { type: 'image', source: unknownSource },
      { type: 'text', text: 'Well?' },
    ];
    for (const upstream of Object.keys(codecs) as DialectId[]) {
      if (upstream === 'anthropic-messages') continue;
      const body = bodies['anthropic-messages'](content);
      const { value, notes } = translate('anthropic-messages', body, upstream);
      expect(JSON.stringify(value.body)).not.toContain('""');
      expect(notes).toContainEqual(
        expect.objectContaining({ path: 'turns[2].parts[0]', action: 'dropped' }),
      );
    }
  });

  it('is not replaced by an invented one when it is the only one', () => {
    const body = { contents: [{ role: 'user', parts: [{ text: '' }] }] };
    expect(() => translate('gemini-generate', body, 'anthropic-messages')).toThrow(
      expect.objectContaining({ code: 'unsupported', param: 'turns[0]' }),
    );
  });
});

describe('a user message that says nothing earlier in the conversation', () => {
  it.each<Client>(['anthropic-messages', 'gemini-generate'])('of %s is no error', (client) => {
    for (const upstream of Object.keys(codecs) as DialectId[]) {
      const body = bodies[client]([]);
      const [name, list] = Object.entries(body).find(([, value]) => Array.isArray(value)) ?? [];
      const turns = list as JsonValue[];
      const asked = { ...body, [name ?? '']: [...turns, ...turns.slice(0, 1)] };
      expect(() => translate(client, asked, upstream)).not.toThrow();
    }
  });
});

describe('a conversation that says nothing', () => {
  const upstreams = ['openai-chat', 'anthropic-messages', 'gemini-generate'] as const;
  const send = (body: JsonObject, upstream: DialectId) => {
    const direction = { codec: codecs[upstream], target: tableTargets[upstream] };
    return translateRequest(codecs['openai-responses'], { model: 'm', ...body }, direction);
  };

  it.each(upstreams)('is not replaced by an invented message towards %s', (upstream) => {
    for (const input of ['', []]) {
      const expected = expect.objectContaining({ code: 'unsupported' }) as Error;
      expect(() => send({ input }, upstream)).toThrow(expected);
    }
  });

  it.each(upstreams)('may consist of instructions towards %s', (upstream) => {
    const { value } = send({ instructions: 'Say hi.', input: [] }, upstream);
    expect(JSON.stringify(value.body)).toContain('Say hi.');
  });
});
