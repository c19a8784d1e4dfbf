import { describe, expect, it } from 'vitest';
import { NoteBook } from '../../../canonical/note.ts';
import type { Reasoning } from '../../../canonical/request.ts';
import { guessProfile } from '../../../profiles/guess.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { requestSchema } from './schema.ts';
import { decodeThinking, encodeThinking, type ThinkingPlan } from './effort.ts';

const question = { role: 'user', content: 'Hi' } as const;

function encode(
  reasoning: Reasoning,
  plan: Partial<ThinkingPlan> & { kind?: Profile['reasoning'] },
) {
  const notes = new NoteBook();
  const profile: Profile = {
    ...guessProfile('claude-sonnet-4-5'),
    reasoning: plan.kind ?? 'budget',
    efforts: ['low', 'medium', 'high'],
  };
  const whole = {
    reasoning,
    profile,
    messages: [question],
    forced: false,
    maxTokens: 32_000,
    ...plan,
  };
  return { ...encodeThinking(whole, notes), notes: notes.notes };
}

describe('what excludes reasoning', () => {
  it.each<[string, Partial<ThinkingPlan> & { kind?: Profile['reasoning'] }]>([
    ['a model that does not think', { kind: 'none' }],
    ['a forced call', { forced: true }],
    ['a limit of nothing', { maxTokens: 0 }],
    ['an answer that is begun', { messages: [question, { role: 'assistant', content: 'So' }] }],
    [
      'calls in progress without thinking, for a budget',
      {
        messages: [
          question,
          { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'now', input: {} }] },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] },
        ],
      },
    ],
  ])('%s', (_, plan) => {
    const { thinking, notes } = encode({ effort: 'high' }, plan);
    expect(thinking).toBeUndefined();
    expect(notes).toContainEqual(expect.objectContaining({ path: 'reasoning', action: 'dropped' }));
  });

  it('except calls in progress that begin with reasoning', () => {
    const content = [
      { type: 'thinking', thinking: 'Hm.', signature: 'U2ln' },
      { type: 'tool_use', id: 'a', name: 'now', input: {} },
    ];
    const messages: ThinkingPlan['messages'] = [
      question,
      { role: 'assistant', content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] },
    ];
    expect(encode({ effort: 'low' }, { messages }).thinking).toBeDefined();
  });
});

describe('a budget', () => {
  it.each<[string, Reasoning, number, { budget: number; limit: number }]>([
    ['comes from the effort', { effort: 'medium' }, 32_000, { budget: 8192, limit: 32_000 }],
    ['is sent as given', { budget: 2000 }, 2001, { budget: 2000, limit: 2001 }],
    ['is at least the smallest', { budget: 5 }, 9000, { budget: 1024, limit: 9000 }],
    ['is lowered below the limit', { effort: 'high' }, 4000, { budget: 2976, limit: 4000 }],
    ['raises a limit it cannot fit in', { effort: 'low' }, 512, { budget: 1024, limit: 1536 }],
    [
      'left to the model is a middle one',
      { budget: 'auto' },
      32_000,
      { budget: 8192, limit: 32_000 },
    ],
  ])('%s', (...[, reasoning, maxTokens, { budget, limit }]) => {
    expect(encode(reasoning, { maxTokens })).toMatchObject({
      thinking: { type: 'enabled', budget_tokens: budget },
      maxTokens: limit,
    });
  });

  it('is always between 1024 and the limit', () => {
    for (let maxTokens = 1; maxTokens < 5000; maxTokens += 7) {
      const { thinking, maxTokens: limit } = encode({ budget: 3000 }, { maxTokens });
      const budget = thinking?.type === 'enabled' ? thinking.budget_tokens : 0;
      expect(budget >= 1024 && budget < limit && limit >= maxTokens).toBe(true);
    }
  });
});

describe('adaptive thinking', () => {
  const adaptive = { kind: 'adaptive' } as const;

  it('sends the nearest effort that the model accepts', () => {
    expect(encode({ effort: 'max', show: false }, adaptive)).toMatchObject({
      thinking: { type: 'adaptive', display: 'omitted' },
      effort: 'high',
      notes: [{ path: 'reasoning.effort', action: 'approximated' }],
    });
    expect(encode({ effort: 'minimal' }, adaptive).effort).toBe('low');
  });

  it('turns a budget into an effort', () => {
    expect(encode({ budget: 9000 }, adaptive)).toMatchObject({ effort: 'high' });
    expect(encode({ budget: 'auto' }, adaptive).effort).toBeUndefined();
  });

  it('is disabled when no reasoning is requested', () => {
    expect(encode({ effort: 'none' }, adaptive).thinking).toEqual({ type: 'disabled' });
    expect(encode({ effort: 'none' }, {}).thinking).toBeUndefined();
    expect(encode({ budget: 0 }, {}).thinking).toBeUndefined();
  });
});

describe('decodeThinking', () => {
  const decode = (fields: object) =>
    decodeThinking(
      requestSchema.parse({ model: 'm', max_tokens: 1, messages: [question], ...fields }),
    );

  it.each<[object, Reasoning | undefined]>([
    [{}, undefined],
    [{ thinking: { type: 'disabled' } }, { effort: 'none' }],
    [{ thinking: { type: 'enabled', budget_tokens: 2000 } }, { budget: 2000 }],
    [{ thinking: { type: 'adaptive' } }, { budget: 'auto' }],
    [{ thinking: { type: 'adaptive' }, output_config: { effort: 'high' } }, { effort: 'high' }],
    [{ output_config: { effort: 'low' } }, { effort: 'low' }],
    [{ thinking: { type: 'adaptive', display: 'omitted' } }, { budget: 'auto', show: false }],
    [{ thinking: { type: 'adaptive', display: 'summarized' } }, { budget: 'auto', show: true }],
    [{ output_config: { effort: 'enormous' } }, undefined],
  ])('%j', (fields, reasoning) => {
    expect(decode(fields).reasoning).toEqual(reasoning);
  });

  it('keeps types that canonical form does not have', () => {
    expect(decode({ thinking: { type: 'between_tools' } })).toEqual({
      reasoning: { budget: 'auto' },
      rest: { type: 'between_tools' },
    });
  });
});
