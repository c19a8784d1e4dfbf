import { describe, expect, it } from 'vitest';
import { dialectIds } from '../canonical/dialect.ts';
import type { Part } from '../canonical/part.ts';
import { codecs } from '../dialects.ts';
import { tableTargets } from '../testing/pair-table.ts';

const file: Part = {
  type: 'media',
  kind: 'document',
  source: { by: 'file', id: 'file_1', vendor: 'acme' },
};
describe.each(dialectIds)('a file that a stranger stores, towards %s', (dialect) => {
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
      tableTargets[dialect],
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
