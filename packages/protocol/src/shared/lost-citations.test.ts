import { expect, it } from 'vitest';
import { codecs } from '../dialects.ts';
import { tableTargets } from '../testing/pair-table.ts';
import { translateRequest } from '../testing/translation.ts';

const location = { type: 'char_location', cited_text: 'It rains.', document_index: 0 };
const citation = { ...location, document_title: 'Weather', start_char_index: 0, end_char_index: 9 };
const others = Object.values(codecs).filter(({ dialect }) => dialect !== 'anthropic-messages');

it.each(['user', 'assistant'])('citations of the %s are noted in every other format', (role) => {
  const cited = { role, content: [{ type: 'text', text: 'It rains.', citations: [citation] }] };
  const messages =
    role === 'user'
      ? [cited]
      : [{ role: 'user', content: 'Hi' }, cited, { role: 'user', content: 'Go on.' }];
  const request = { model: 'm', max_tokens: 99, messages };
  for (const codec of others) {
    const target = tableTargets[codec.dialect];
    const { notes } = translateRequest(codecs['anthropic-messages'], request, { codec, target });
    const lost = notes.filter(({ path }) => path.endsWith('.citations'));
    expect(lost).toMatchObject([{ action: 'dropped' }]);
  }
});
