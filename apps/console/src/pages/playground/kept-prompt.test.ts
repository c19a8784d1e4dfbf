import { expect, it } from 'vitest';
import { readPrompt, writePrompt } from './kept-prompt.ts';
import { firstPrompt, type Prompt } from './prompt.ts';

const prompt: Prompt = {
  ...firstPrompt,
  system: 'Be brief.',
  turns: [
    {
      id: 0,
      role: 'user',
      text: 'Hello',
      image: { name: 'a.png', url: 'data:image/png;base64,AA==' },
    },
    { id: 1, role: 'assistant', text: '' },
  ],
  isStreamed: false,
};

it('is kept whole for its visitor, and for nobody else', () => {
  const text = writePrompt(prompt, 'token:1');
  expect(readPrompt(text, 'token:1')).toEqual(prompt);
  expect(readPrompt(text, 'key:2')).toBe(firstPrompt);
  expect(readPrompt(null, 'token:1')).toBe(firstPrompt);
});

it('is kept without the secret of a key that was pasted into it', () => {
  const secret = `sk-parley-${'a'.repeat(40)}`;
  const text = writePrompt({ ...prompt, system: `Use ${secret}.` }, 'token:1');
  expect(text).not.toContain(secret);
  expect(readPrompt(text, 'token:1').system).toBe('Use sk-parley-aaaa…aaaa.');
});

it.each([
  'half {',
  '{"subject":"token:1"}',
  '{"subject":"token:1","prompt":{"turns":[]}}',
  JSON.stringify({ subject: 'token:1', prompt: { ...prompt, turns: [] } }),
  JSON.stringify({ subject: 'token:1', prompt: { ...prompt, turns: [{ id: 0, text: 'a' }] } }),
  JSON.stringify({ subject: 'token:1', prompt: { ...prompt, effort: null } }),
])('is the first one where %s is kept', (text) => {
  expect(readPrompt(text, 'token:1')).toBe(firstPrompt);
});
