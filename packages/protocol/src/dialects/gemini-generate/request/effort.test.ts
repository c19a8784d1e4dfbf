import { describe, expect, it } from 'vitest';
import { NoteBook } from '../../../canonical/note.ts';
import type { Reasoning } from '../../../canonical/request.ts';
import { guessProfile } from '../../../profiles/guess.ts';
import { decodeFields } from '../testing/requests.ts';
import { encodeThinking } from './effort.ts';

function encode(model: string, reasoning: Reasoning) {
  const notes = new NoteBook();
  const config = encodeThinking(reasoning, guessProfile(model), notes);
  return [config, ...notes.notes.map(({ path, action }) => `${action} ${path}`)];
}

const show = { includeThoughts: true };

describe('encodeThinking', () => {
  it.each<[string, Reasoning, unknown[]]>([
    // A budget where the model takes one.
    ['gemini-2.5-flash', { effort: 'none' }, [{ thinkingBudget: 0 }]],
    ['gemini-2.5-flash', { budget: 0 }, [{ thinkingBudget: 0 }]],
    ['gemini-2.5-flash', { budget: 'auto' }, [{ thinkingBudget: -1, ...show }]],
    ['gemini-2.5-flash', { budget: 2000, effort: 'high' }, [{ thinkingBudget: 2000, ...show }]],
    [
      'gemini-2.5-flash',
      { budget: 90_000 },
      [{ thinkingBudget: 24_576, ...show }, 'approximated reasoning.budget'],
    ],
    [
      'gemini-2.5-flash-lite',
      { budget: 100 },
      [{ thinkingBudget: 512, ...show }, 'approximated reasoning.budget'],
    ],
    [
      'gemini-2.5-pro',
      { effort: 'low', show: false },
      [{ thinkingBudget: 1024, includeThoughts: false }, 'approximated reasoning.effort'],
    ],
    [
      'gemini-2.5-pro',
      { effort: 'max' },
      [{ thinkingBudget: 32_768, ...show }, 'approximated reasoning.effort'],
    ],
    ['gemini-2.5-pro', { effort: 'none' }, [{ thinkingBudget: 128 }, 'approximated reasoning']],
    ['gemini-2.5-pro', { show: true }, [show]],
    // A level where the model takes that.
    ['gemini-3-flash', { effort: 'medium' }, [{ thinkingLevel: 'MEDIUM', ...show }]],
    [
      'gemini-3-flash',
      { effort: 'xhigh' },
      [{ thinkingLevel: 'HIGH', ...show }, 'approximated reasoning.effort'],
    ],
    [
      'gemini-3-flash',
      { effort: 'none' },
      [{ thinkingLevel: 'MINIMAL' }, 'approximated reasoning.effort'],
    ],
    [
      'gemini-3-pro-preview',
      { effort: 'medium' },
      [{ thinkingLevel: 'LOW', ...show }, 'approximated reasoning.effort'],
    ],
    ['gemini-3-flash', { budget: 'auto' }, [show]],
    [
      'gemini-3-flash',
      { budget: 9_000 },
      [{ thinkingLevel: 'MEDIUM', ...show }, 'approximated reasoning.budget'],
    ],
    ['gemini-3-flash', { show: false }, [{ includeThoughts: false }]],
    // Nothing where it cannot think.
    ['gemini-2.0-flash', { effort: 'low' }, [undefined, 'dropped reasoning']],
    ['gemini-2.0-flash', { effort: 'none' }, [undefined]],
    ['gemini-2.0-flash', { show: true }, [undefined]],
    ['my-model', { budget: 4000 }, [undefined, 'dropped reasoning']],
  ])('%s with %j', (model, reasoning, expected) => {
    expect(encode(model, reasoning)).toEqual(expected);
  });
});

describe('decoding', () => {
  it.each([
    [{ thinkingBudget: 0 }, { effort: 'none' }],
    [{ thinkingBudget: -1 }, { budget: 'auto' }],
    [
      { thinkingBudget: '2000', includeThoughts: true },
      { budget: 2000, show: true },
    ],
    [{ thinkingLevel: 'LOW' }, { effort: 'low' }],
    [
      { thinking_level: 'high', include_thoughts: false },
      { effort: 'high', show: false },
    ],
    [{ thinkingLevel: 'THINKING_LEVEL_UNSPECIFIED' }, undefined],
    [{ thinkingLevel: 'XHIGH' }, { effort: 'xhigh' }],
    [{}, undefined],
  ])('%j', (thinkingConfig, reasoning) => {
    expect(decodeFields({ generationConfig: { thinkingConfig } }).reasoning).toEqual(reasoning);
  });
});
