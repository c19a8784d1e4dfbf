import { describe, expect, it } from 'vitest';
import { NoteBook } from '../../../canonical/note.ts';
import type { CanonicalRequest, Reasoning, Tool } from '../../../canonical/request.ts';
import { guessProfile } from '../../../profiles/guess.ts';
import { encodeEffort } from './effort.ts';

const look: Tool = { kind: 'function', name: 'look' };

function encode(model: string, reasoning: Reasoning | undefined, tools: readonly Tool[]) {
  const request: CanonicalRequest = {
    model: 'm',
    stream: false,
    includeUsage: false,
    turns: [],
    tools,
    sampling: {},
    ...(reasoning && { reasoning }),
  };
  const notes = new NoteBook();
  const option = encodeEffort(request, guessProfile(model), notes);
  return { option, actions: notes.notes.map(({ action }) => action) };
}

describe('the reasoning effort beside function tools', () => {
  it.each<[Reasoning | undefined, string[]]>([
    [{ effort: 'high' }, ['dropped']],
    [{ budget: 2000 }, ['dropped']],
    [undefined, ['defaulted']],
    [{ effort: 'none' }, []],
  ])('is none where the model refuses any other: %j', (reasoning, actions) => {
    expect(encode('gpt-5.5', reasoning, [look])).toEqual({
      option: { reasoning_effort: 'none' },
      actions,
    });
  });

  it('is kept where the model accepts both', () => {
    expect(encode('gpt-5.1', { effort: 'high' }, [look])).toEqual({
      option: { reasoning_effort: 'high' },
      actions: [],
    });
  });

  it('is kept without tools, and is not sent by default', () => {
    expect(encode('gpt-5.5', { effort: 'high' }, []).option).toEqual({ reasoning_effort: 'high' });
    expect(encode('gpt-5.5', undefined, []).option).toEqual({});
    expect(encode('gpt-5', undefined, [look]).option).toEqual({});
  });
});
