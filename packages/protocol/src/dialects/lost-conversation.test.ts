import { describe, expect, it } from 'vitest';
import type { Part } from '../canonical/part.ts';
import { codecs } from '../dialects.ts';
import { targetOf } from '../testing/upstreams.ts';

const file: Part = {
  type: 'media',
  kind: 'document',
  source: { by: 'file', id: 'file_1', vendor: 'acme' },
};
const targets = [
  ['openai-chat', targetOf('gpt-5.1', 'openai')],
  ['anthropic-messages', targetOf('claude-opus-4-6', 'anthropic')],
  ['gemini-generate', targetOf('gemini-3-pro-preview', 'google')],
  ['openai-responses', targetOf('gpt-5.1', 'openai')],
] as const;

describe.each(targets)('a file that a stranger stores, towards %s', (dialect, target) => {
  const encode = (...parts: Part[]) =>
    codecs[dialect].encodeRequest(
      {
        model: 'm',
        stream: false,
        includeUsage: false,
        turns: [
          { role: 'instruction', parts: [{ type: 'text', text: 'Be brief.' }] },
          { role: 'user', parts },
        ],
        tools: [],
        sampling: {},
      },
      target,
    );

  it('is refused when there is nothing else', () => {
    expect(() => encode(file)).toThrow(expect.objectContaining({ code: 'unsupported' }));
  });

  it('is left out, with a note, beside other words', () => {
    const { value, notes } = encode({ type: 'text', text: 'Read it.' }, file);
    expect(JSON.stringify(value.body)).toContain('Read it.');
    expect(JSON.stringify(value.body)).not.toContain('file_1');
    expect(notes).toContainEqual(
      expect.objectContaining({ path: 'turns[1].parts[1]', action: 'dropped' }),
    );
  });
});
