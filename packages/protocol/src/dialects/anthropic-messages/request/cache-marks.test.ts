import { describe, expect, it } from 'vitest';
import { NoteBook } from '../../../canonical/note.ts';
import type { Part, TextPart } from '../../../canonical/part.ts';
import type { CanonicalRequest, FunctionTool } from '../../../canonical/request.ts';
import { limitCacheMarks } from './cache-marks.ts';

const cache = { lifetime: '5m' } as const;
const tool: FunctionTool = { kind: 'function', name: 'f', cache };
const text: TextPart = { type: 'text', text: 'Hi', cache };
const result: Part = { type: 'result', callId: 'c', content: [text], cache };

function limit(request: Pick<CanonicalRequest, 'tools' | 'turns'>) {
  const notes = new NoteBook();
  const plain = { model: 'm', stream: false, includeUsage: true, sampling: {} };
  const limited = limitCacheMarks({ ...plain, ...request }, notes);
  return { limited, lost: notes.notes.map(({ path }) => path) };
}

describe('limitCacheMarks', () => {
  it('keeps four marks', () => {
    const request = {
      tools: [tool],
      turns: [{ role: 'user', parts: [text, text, text] }],
    } as const;
    const { limited, lost } = limit(request);
    expect(limited).toMatchObject(request);
    expect(lost).toEqual([]);
  });

  it('notes a lifetime that is longer than the longest', () => {
    const parts = [{ ...text, cache: { lifetime: '12h' } }, text] as const;
    const { lost } = limit({ tools: [], turns: [{ role: 'user', parts }] });
    expect(lost).toEqual(['turns[0].parts[0].cache']);
  });

  it('keeps the last mark of tools and instructions and the latest of the conversation', () => {
    const { limited, lost } = limit({
      tools: [tool],
      turns: [
        { role: 'instruction', parts: [text] },
        { role: 'user', parts: [text] },
        { role: 'result', parts: [result] },
        { role: 'user', parts: [text] },
      ],
    });
    expect(lost).toEqual(['tools[0].cache', 'turns[1].parts[0].cache']);
    expect(limited.tools[0]).not.toHaveProperty('cache');
    expect(limited.turns[0]?.parts[0]).toHaveProperty('cache');
    expect(limited.turns[1]?.parts[0]).toEqual({ type: 'text', text: 'Hi' });
    expect(limited.turns[2]?.parts[0]).toEqual(result);
  });

  it('keeps the latest four when tools and instructions have none', () => {
    const { limited, lost } = limit({
      tools: [],
      turns: [
        { role: 'result', parts: [result] },
        { role: 'instruction', parts: [text, text, text] },
      ],
    });
    expect(lost).toEqual(['turns[0].parts[0].parts[0].cache']);
    expect(limited.turns[0]?.parts[0]).toEqual({
      ...result,
      content: [{ type: 'text', text: 'Hi' }],
    });
  });

  it('keeps the marks of tools and instructions when the conversation has few', () => {
    const turns = [{ role: 'user', parts: [text] }] as const;
    expect(limit({ tools: [tool, tool, tool, tool], turns }).lost).toEqual(['tools[0].cache']);
  });
});
