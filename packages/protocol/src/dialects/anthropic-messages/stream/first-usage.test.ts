// Tests of the prompt's tokens in the first event of a Messages stream, where older clients read them.
import { expect, it } from 'vitest';
import type { DialectId } from '../../../canonical/dialect.ts';
import { parseJson } from '../../../json/parse.ts';
import { createStreamTranslator } from '../../../translate/stream.ts';

const chat = { id: 'c', model: 'm', choices: [{ index: 0, delta: { content: 'Hi' } }] };
const usage = {
  prompt_tokens: 12,
  completion_tokens: 1,
  total_tokens: 13,
  prompt_tokens_details: { cached_tokens: 4 },
};
const gemini = {
  candidates: [{ content: { parts: [{ text: 'Hi' }] }, index: 0 }],
  usageMetadata: {
    promptTokenCount: 12,
    cachedContentTokenCount: 4,
    candidatesTokenCount: 1,
    totalTokenCount: 13,
  },
};

function firstOf(from: DialectId, ...chunks: object[]): unknown {
  const options = {
    from,
    to: 'anthropic-messages',
    vendor: 'v',
    model: 'm',
    id: 'x',
    now: () => 0,
  } as const;
  const translator = createStreamTranslator(options);
  const text = chunks
    .map((chunk) => translator.push(`data: ${JSON.stringify(chunk)}\n\n`))
    .join('');
  const data = /^data: (.*message_start.*)$/m.exec(text)?.[1] ?? '';
  return parseJson(data);
}

it.each([
  ['gemini-generate', [gemini]],
  ['openai-chat', [{ ...chat, usage }]],
  ['openai-chat', [{ choices: [], usage }, chat]],
] as const)('states the input that the first event of %s knows, and no output', (from, chunks) => {
  const counts = { input_tokens: 8, cache_read_input_tokens: 4, output_tokens: 0 };
  expect(firstOf(from, ...chunks)).toMatchObject({
    message: { usage: { ...counts, output_tokens_details: null } },
  });
});

it('states no input where the first event has none', () => {
  expect(firstOf('openai-chat', chat)).toMatchObject({ message: { usage: { input_tokens: 0 } } });
});
