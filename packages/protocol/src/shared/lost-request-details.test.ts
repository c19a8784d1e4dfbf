import { expect, it } from 'vitest';
import { codecs } from '../dialects.ts';
import { tableTargets } from '../testing/pair-table.ts';
import { translateRequest } from '../testing/translation.ts';

const location = { type: 'char_location', cited_text: 'It rains.', document_index: 0 };
const citation = { ...location, document_title: 'Weather', start_char_index: 0, end_char_index: 9 };
const cited = [{ type: 'text', text: 'It rains.', citations: [citation] }];
const others = Object.values(codecs).filter(({ dialect }) => dialect !== 'anthropic-messages');

const asked = { role: 'user', content: 'Hi' };
const call = { type: 'tool_use', id: 'c1', name: 'look', input: {} };
const result = { type: 'tool_result', tool_use_id: 'c1', content: cited };

it.each([
  ['the user', { messages: [{ role: 'user', content: cited }] }],
  ['the assistant', { messages: [asked, { role: 'assistant', content: cited }, asked] }],
  ['the instructions', { system: cited, messages: [asked] }],
  [
    'a tool',
    {
      messages: [
        asked,
        { role: 'assistant', content: [call] },
        { role: 'user', content: [result] },
      ],
    },
  ],
])('citations of %s are noted in every other format', (_, conversation) => {
  const request = { model: 'm', max_tokens: 99, ...conversation };
  for (const codec of others) {
    const target = tableTargets[codec.dialect];
    const { notes } = translateRequest(codecs['anthropic-messages'], request, { codec, target });
    const lost = notes.filter(({ path }) => path.endsWith('.citations'));
    expect(lost).toMatchObject([{ action: 'dropped' }]);
  }
});
