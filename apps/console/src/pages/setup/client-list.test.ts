import { expect, test } from 'vitest';
import { chooseName, readFacts, writeEnvFile } from './client-list.ts';

test('a .env file gives the official libraries their address and the key', () => {
  const text = writeEnvFile('http://127.0.0.1:8787', 'sk-parley-no-real-key');
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'OPENAI_BASE_URL=http://127.0.0.1:8787/v1',
      'OPENAI_API_KEY=sk-parley-no-real-key',
      'ANTHROPIC_BASE_URL=http://127.0.0.1:8787',
      'ANTHROPIC_API_KEY=sk-parley-no-real-key',
    ]),
  );
  expect(text.endsWith('\n')).toBe(true);
});

test('a first call works and costs nothing where that is possible', () => {
  const paid = { name: 'gpt-5', free: false };
  const local = { name: 'ollama/qwen', free: true };
  expect(chooseName([paid, local])).toBe('ollama/qwen');
  expect(chooseName([paid, local, { name: 'demo/echo', free: true }])).toBe('demo/echo');
  expect(chooseName([paid])).toBe('gpt-5');
  expect(chooseName([])).toBeUndefined();
});

test('clients are told what is known of models', () => {
  const names = [
    { name: 'long', max_input_tokens: 64_000, max_output_tokens: null, accepts_images: false },
    { name: 'unknown', max_input_tokens: null, max_output_tokens: null, accepts_images: null },
  ];
  expect([...readFacts(names)]).toEqual([
    ['long', { contextTokens: 64_000, acceptsImages: false }],
    ['unknown', {}],
  ]);
});
