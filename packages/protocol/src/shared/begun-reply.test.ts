import { expect, it } from 'vitest';
import { codecs } from '../dialects.ts';
import { tableTargets } from '../testing/pair-table.ts';
import { translateRequest } from '../testing/translation.ts';

const messages = [
  { role: 'user', content: 'List them as JSON.' },
  { role: 'assistant', content: '{' },
];
const contents = [
  { role: 'user', parts: [{ text: 'List them as JSON.' }] },
  { role: 'model', parts: [{ text: '{' }] },
];
const text = 'In this format a new message follows the reply that was begun.';

it.each([
  ['anthropic-messages', { model: 'm', max_tokens: 9, messages }, [text]],
  ['gemini-generate', { contents }, [text]],
  // Neither format of OpenAI continues it, so that nothing changes between them.
  ['openai-chat', { model: 'm', messages }, []],
  ['openai-responses', { model: 'm', input: messages }, []],
] as const)('a reply that a client of %s has begun', (from, body, reasons) => {
  for (const to of ['openai-chat', 'openai-responses'] as const) {
    if (to === from) continue;
    const upstream = { codec: codecs[to], target: tableTargets[to] };
    const { notes } = translateRequest(codecs[from], body, upstream);
    const about = notes.filter(({ path }) => path === 'turns');
    expect(about.map(({ reason }) => reason)).toEqual(reasons);
  }
});
