import { expect, test } from 'vitest';
import type { Dialect } from '../../routing/dialects.ts';
import { pathOf, writeBody } from './bodies.ts';
import { firstPrompt, type Prompt } from './prompt.ts';

const url = 'data:image/png;base64,AAAA';
const full: Prompt = {
  system: 'Be short.',
  turns: [
    { id: 0, role: 'user', text: 'What is this?', image: { name: 'a.png', url } },
    { id: 1, role: 'assistant', text: 'A bird.' },
    { id: 2, role: 'user', text: 'Which?' },
  ],
  maxTokens: '50',
  temperature: '0.5',
  effort: 'low',
  tool: '{"name":"look","parameters":{"type":"object"}}',
  isStreamed: true,
};

const write = (dialect: Dialect, prompt: Prompt): unknown =>
  JSON.parse(JSON.stringify(writeBody(dialect, 'm/x', prompt)));

test('an empty form sends only the prompt', () => {
  const prompt = { ...firstPrompt, isStreamed: false };
  const messages = [{ role: 'user', content: '' }];
  expect(write('openai-chat', prompt)).toEqual({ model: 'm/x', messages });
  expect(write('anthropic-messages', prompt)).toEqual({ model: 'm/x', messages, max_tokens: 1024 });
  expect(write('openai-responses', prompt)).toEqual({
    model: 'm/x',
    input: messages,
    store: false,
  });
  expect(write('gemini-generate', prompt)).toEqual({
    contents: [{ role: 'user', parts: [{ text: '' }] }],
    generationConfig: {},
  });
});

test('each format has all options in its own fields', () => {
  expect(write('openai-chat', full)).toMatchObject({
    messages: [
      { role: 'system', content: 'Be short.' },
      { content: [{ type: 'image_url', image_url: { url } }, { text: 'What is this?' }] },
      { role: 'assistant', content: 'A bird.' },
      { role: 'user' },
    ],
    max_completion_tokens: 50,
    reasoning_effort: 'low',
    tools: [{ type: 'function', function: { name: 'look' } }],
    stream: true,
  });
  expect(write('anthropic-messages', full)).toMatchObject({
    system: 'Be short.',
    messages: [
      { content: [{ source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }, {}] },
      {},
      {},
    ],
    max_tokens: 50,
    output_config: { effort: 'low' },
    tools: [{ name: 'look', input_schema: { type: 'object' } }],
  });
  expect(write('gemini-generate', full)).toMatchObject({
    systemInstruction: { parts: [{ text: 'Be short.' }] },
    contents: [
      { parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }, {}] },
      { role: 'model' },
      { role: 'user' },
    ],
    generationConfig: { maxOutputTokens: 50, thinkingConfig: { thinkingLevel: 'LOW' } },
    tools: [{ functionDeclarations: [{ name: 'look', parametersJsonSchema: {} }] }],
  });
  expect(write('openai-responses', full)).toMatchObject({
    instructions: 'Be short.',
    input: [{ content: [{ type: 'input_image', image_url: url }, {}] }, {}, {}],
    reasoning: { effort: 'low' },
    tools: [{ type: 'function', name: 'look' }],
    store: false,
  });
});

test('the path of Gemini names the model, slashes included', () => {
  expect(pathOf('gemini-generate', 'a b/c?', true)).toBe(
    '/v1beta/models/a%20b/c%3F:streamGenerateContent?alt=sse',
  );
  expect(pathOf('gemini-generate', 'a', false)).toBe('/v1beta/models/a:generateContent');
});
