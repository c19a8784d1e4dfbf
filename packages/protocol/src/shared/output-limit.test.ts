import { expect, it } from 'vitest';
import { codecs } from '../dialects.ts';
import { tableTargets } from '../testing/pair-table.ts';
import { translateRequest } from '../testing/translation.ts';

it.each([
  ['openai-chat', { max_completion_tokens: 1 }],
  ['gemini-generate', { generationConfig: { maxOutputTokens: 1 } }],
  ['openai-responses', { max_output_tokens: 16 }],
] as const)('a Messages request that only fills the cache is accepted by %s', (dialect, fields) => {
  const body = { model: 'm', max_tokens: 0, messages: [{ role: 'user', content: 'Hi' }] };
  const upstream = { codec: codecs[dialect], target: tableTargets[dialect] };
  const { value, notes } = translateRequest(codecs['anthropic-messages'], body, upstream);
  expect(value.body).toMatchObject(fields);
  expect(notes).toMatchObject([{ path: 'maxOutputTokens', action: 'approximated' }]);
});
