import { describe, expect, it } from 'vitest';
import { NoteBook } from '../../../canonical/note.ts';
import type { CanonicalRequest, Reasoning, Tool } from '../../../canonical/request.ts';
import { encodeEffort } from './options-encoder.ts';
import { encodeGreeting } from '../testing/requests.ts';
import { guessProfile } from '../../../profiles/guess.ts';
import type { Profile } from '../../../profiles/profile.ts';

describe('options', () => {
  it('always requests usage for a stream', () => {
    expect(encodeGreeting({ stream: true }).body).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(encodeGreeting({}).body).not.toHaveProperty('stream');
  });

  it.each<[Partial<CanonicalRequest>, Partial<Profile>, object]>([
    [{ maxOutputTokens: 5 }, {}, { max_completion_tokens: 5 }],
    [{ maxOutputTokens: 5 }, { outputLimitField: 'max_tokens' }, { max_tokens: 5 }],
    [
      { sampling: { temperature: 0, topP: 0.5, seed: 3 } },
      {},
      { temperature: 0, top_p: 0.5, seed: 3 },
    ],
    [
      { outputFormat: { type: 'schema', schema: {} } },
      {},
      { response_format: { type: 'json_schema', json_schema: { name: 'response', schema: {} } } },
    ],
    [
      { outputFormat: { type: 'schema', schema: {}, name: 'a', strict: true } },
      {},
      { response_format: { json_schema: { name: 'a', schema: {}, strict: true } } },
    ],
    [{ sampling: { seed: 3 } }, { seedField: 'random_seed' }, { random_seed: 3 }],
    [{ sampling: { seed: 3 } }, { seedField: 'random_seed', sampling: false }, { random_seed: 3 }],
    [{ serviceTier: 'flex' }, { serviceTiers: ['auto', 'flex'] }, { service_tier: 'flex' }],
    [{ reasoning: { effort: 'high' } }, {}, { reasoning_effort: 'high' }],
    [{ user: 'u' }, {}, { safety_identifier: 'u' }],
    [{ user: 'u' }, { outputLimitField: 'max_tokens' }, { user: 'u' }],
    [
      { candidates: 2, store: true, cacheKey: 'k' },
      {},
      { n: 2, store: true, prompt_cache_key: 'k' },
    ],
    [{ serviceTier: 'flex', verbosity: 'low' }, {}, { service_tier: 'flex', verbosity: 'low' }],
    [
      { extras: { 'openai-chat': { prediction: { type: 'content' } } } },
      {},
      { prediction: { type: 'content' } },
    ],
    [{ serviceTier: 'standard' }, { serviceTiers: ['auto', 'flex'] }, { model: 'up-1' }],
  ])('writes %j without a loss', (request, changes, expected) => {
    const { body, paths } = encodeGreeting(request, changes);
    expect(body).toMatchObject(expected);
    expect(paths).toEqual([]);
  });

  it.each<[Partial<CanonicalRequest>, [path: string, sent: object], Partial<Profile>?]>([
    [
      { sampling: { temperature: 1.6 } },
      ['sampling.temperature', { temperature: 1 }],
      { maxTemperature: 1 },
    ],
    [
      { stopSequences: ['a', 'b', 'c', 'd', 'e'] },
      ['stopSequences', { stop: ['a', 'b', 'c', 'd'] }],
    ],
    [{ reasoning: { effort: 'max' } }, ['reasoning', { reasoning_effort: 'high' }]],
    [{ reasoning: { effort: 'none' } }, ['reasoning', { reasoning_effort: 'low' }]],
    [{ reasoning: { budget: 2_000 } }, ['reasoning', { reasoning_effort: 'low' }]],
    [{ reasoning: { budget: 10_000 } }, ['reasoning', { reasoning_effort: 'medium' }]],
    [{ reasoning: { budget: 40_000 } }, ['reasoning', { reasoning_effort: 'high' }]],
    [{ serviceTier: 'standard_only' }, ['serviceTier', { service_tier: 'default' }]],
  ])('notes what it changes in %j', (request, [path, sent], traits) => {
    const { body, paths } = encodeGreeting(request, traits);
    expect(body).toMatchObject(sent);
    expect(paths).toEqual([path]);
  });

  it.each<[Partial<CanonicalRequest>, Partial<Profile>, string]>([
    [{ sampling: { temperature: 0.5 } }, { sampling: false }, 'sampling.temperature'],
    [{ sampling: { topP: 0.5 } }, { sampling: false }, 'sampling.topP'],
    [{ sampling: { presencePenalty: 1 } }, { sampling: false }, 'sampling.presencePenalty'],
    [{ sampling: { logprobs: true } }, { sampling: false }, 'sampling.logprobs'],
    [{ sampling: { topK: 5 } }, {}, 'sampling.topK'],
    [{ stopSequences: ['a'] }, { stopStrings: false }, 'stopSequences'],
    [{ reasoning: { effort: 'high' } }, { reasoning: 'none' }, 'reasoning'],
    [{ serviceTier: 'vip' }, {}, 'serviceTier'],
    [{ serviceTier: 'priority' }, { serviceTiers: ['auto', 'flex'] }, 'serviceTier'],
  ])('notes what it leaves out of %j', (request, changes, path) => {
    const { body, paths } = encodeGreeting(request, changes);
    expect(body).toEqual({ model: 'up-1', messages: [{ role: 'user', content: 'Hi' }] });
    expect(paths).toEqual([path]);
  });

  it('adds no note for a model without reasoning', () => {
    const { body, paths } = encodeGreeting(
      { reasoning: { effort: 'none' } },
      { reasoning: 'none' },
    );
    expect(body).not.toHaveProperty('reasoning_effort');
    expect(paths).toEqual([]);
  });

  it('shortens a long user name to a stable name', () => {
    const long = { user: `{"device":"${'d'.repeat(300)}"}` };
    const { body, paths } = encodeGreeting(long);
    expect(body.safety_identifier).toMatch(/^[A-Za-z0-9_-]{64}$/);
    expect(encodeGreeting(long).body.safety_identifier).toBe(body.safety_identifier);
    expect(paths).toEqual(['user']);
  });
});

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

describe('the effort beside function tools', () => {
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

  it('stays where the model takes both', () => {
    expect(encode('gpt-5.1', { effort: 'high' }, [look])).toEqual({
      option: { reasoning_effort: 'high' },
      actions: [],
    });
  });

  it('stays without tools, and is not sent unasked', () => {
    expect(encode('gpt-5.5', { effort: 'high' }, []).option).toEqual({ reasoning_effort: 'high' });
    expect(encode('gpt-5.5', undefined, []).option).toEqual({});
    expect(encode('gpt-5', undefined, [look]).option).toEqual({});
  });
});

describe('the reasoning of a model that thinks unless it is told not to', () => {
  const look = { kind: 'function', name: 'look' } as const;

  it.each<[Partial<CanonicalRequest>, string[]]>([
    [{ reasoning: { effort: 'none' } }, []],
    [{ tools: [look], toolChoice: { mode: 'required' } }, ['reasoning']],
    [{ tools: [look], toolChoice: { mode: 'named', name: 'look' } }, ['reasoning']],
    [
      { tools: [look], toolChoice: { mode: 'required' }, reasoning: { effort: 'high' } },
      ['reasoning'],
    ],
  ])('is turned off by %j', (request, noted) => {
    const { body, paths } = encodeGreeting(request, { thinkingSwitch: 'thinking' });
    expect(body.thinking).toEqual({ type: 'disabled' });
    expect(body).not.toHaveProperty('reasoning_effort');
    expect(paths).toEqual(noted);
  });

  it('stays on where the upstream takes no required call', () => {
    const request = { tools: [look], toolChoice: { mode: 'required' } } as const;
    const { body } = encodeGreeting(request, { thinkingSwitch: 'thinking', toolChoice: 'auto' });
    expect(body).not.toHaveProperty('thinking');
  });

  it('is turned off by the field that the upstream knows', () => {
    const request = { tools: [look], toolChoice: { mode: 'required' } } as const;
    const { body } = encodeGreeting(request, { thinkingSwitch: 'enable-thinking' });
    expect(body).toMatchObject({ enable_thinking: false, tool_choice: 'required' });
    expect(body).not.toHaveProperty('thinking');
  });

  it.each<[Partial<CanonicalRequest>, Partial<Profile>]>([
    [{ tools: [look], toolChoice: { mode: 'auto' } }, { thinkingSwitch: 'thinking' }],
    [{ reasoning: { effort: 'high' } }, { thinkingSwitch: 'thinking' }],
    [{ tools: [look], toolChoice: { mode: 'required' } }, {}],
  ])('is left on by %j with %j', (request, traits) => {
    expect(encodeGreeting(request, traits).body).not.toHaveProperty('thinking');
  });
});

it.each([
  [2 ** 53, ['sampling.seed']],
  [2 ** 53 - 1, []],
])('notes a seed that a double may have changed: %d', (seed, noted) => {
  const { body, paths } = encodeGreeting({ sampling: { seed } }, {});
  expect(body.seed).toBe(seed);
  expect(paths).toEqual(noted);
});
