import type { CanonicalRequest, Part, Tool, Turn } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { callTools, echo, fill, recite, think } from './answers.ts';
import { measureUsage } from './tokens.ts';

const user = (...parts: Part[]): Turn => ({ role: 'user', parts });
const text = (value: string): Part => ({ type: 'text', text: value });

function ask(changes: Partial<CanonicalRequest> = {}): CanonicalRequest {
  return {
    model: 'm',
    stream: false,
    includeUsage: true,
    turns: [user(text('hello'))],
    tools: [],
    sampling: {},
    ...changes,
  };
}

const tool = (name: string): Tool => ({
  kind: 'function',
  name,
  schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
});

const callsOf = (parts: readonly Part[]) => parts.filter((part) => part.type === 'call');

describe('echo', () => {
  it('replies when there is no text', () => {
    expect(echo(ask({ turns: [] })).parts).toHaveLength(1);
  });

  it('repeats the last text of the user, and names parts that are not text', () => {
    const image: Part = { type: 'media', kind: 'image', source: { by: 'url', url: 'http://a' } };
    const turns = [
      user(text('old')),
      { role: 'assistant', parts: [text('x')] } as const,
      user(text('new'), image),
    ];
    expect(echo(ask({ turns })).parts).toEqual([text('new\n[image]')]);
  });

  it('ends at the output limit and at the first stop sequence', () => {
    const turns = [user(text('one two three four'))];
    expect(echo(ask({ turns, maxOutputTokens: 2 }))).toEqual({
      parts: [text('one two ')],
      finish: { reason: 'length' },
    });
    expect(echo(ask({ turns, stopSequences: ['four', ' two', ''] }))).toEqual({
      parts: [text('one')],
      finish: { reason: 'stop-sequence', stopSequence: ' two' },
    });
  });
});

describe('callTools', () => {
  it('replies with text when calls are not allowed', () => {
    const tools = [tool('a')];
    expect(callTools(ask()).finish.reason).toBe('stop');
    expect(callTools(ask({ tools, toolChoice: { mode: 'none' } })).finish.reason).toBe('stop');
    const server: Tool = { kind: 'server', name: 'search', extras: {} };
    expect(callTools(ask({ tools: [server] })).finish.reason).toBe('stop');
  });

  it('calls the first two tools with fitting arguments', () => {
    const { parts, finish } = callTools(ask({ tools: [tool('a'), tool('b'), tool('c')] }));
    expect(finish).toEqual({ reason: 'calls' });
    expect(parts).toEqual([
      { type: 'call', id: 'call_demo_1', name: 'a', arguments: '{"city":"example"}' },
      { type: 'call', id: 'call_demo_2', name: 'b', arguments: '{"city":"example"}' },
    ]);
  });

  it('calls only what the request allows', () => {
    const tools = [tool('a'), tool('b')];
    const namesOf = (changes: Partial<CanonicalRequest>) =>
      callsOf(callTools(ask({ tools, ...changes })).parts).map(({ name }) => name);
    expect(namesOf({ parallelToolCalls: false })).toEqual(['a']);
    expect(namesOf({ toolChoice: { mode: 'named', name: 'b' } })).toEqual(['b']);
    expect(namesOf({ toolChoice: { mode: 'subset', names: ['b'], required: true } })).toEqual([
      'b',
    ]);
  });

  it('writes free text for a custom tool', () => {
    const { parts } = callTools(ask({ tools: [{ kind: 'custom', name: 'patch' }] }));
    expect(parts).toMatchObject([{ arguments: 'example', custom: true }]);
  });

  it('replies after results, and calls again with new ids in a new turn', () => {
    const tools = [tool('a')];
    const call: Part = { type: 'call', id: 'call_demo_1', name: 'a', arguments: '{}' };
    const result: Part = { type: 'result', callId: 'call_demo_1', content: [text('sunny')] };
    const round: Turn[] = [
      user(text('weather?')),
      { role: 'assistant', parts: [call] },
      { role: 'result', parts: [result] },
    ];
    expect(callTools(ask({ tools, turns: round })).parts).toEqual([
      text('The tools answered: sunny'),
    ]);
    expect(
      callTools(ask({ tools, turns: [...round, user(text('a reminder'))] })).finish.reason,
    ).toBe('stop');
    const again: Turn[] = [
      ...round,
      { role: 'assistant', parts: [text('sunny')] },
      user(text('and now?')),
    ];
    expect(callTools(ask({ tools, turns: again })).parts).toMatchObject([{ id: 'call_demo_2' }]);
  });
});

describe('think', () => {
  it('has no reasoning when it is disabled, and hides it on request', () => {
    expect(think(ask({ reasoning: { effort: 'none' } })).parts).toHaveLength(1);
    expect(think(ask({ reasoning: { show: false } })).parts[0]).toMatchObject({
      type: 'reasoning',
      text: '',
    });
  });

  it('replies with signed reasoning and then text', () => {
    expect(think(ask()).parts).toMatchObject([
      { type: 'reasoning', providerState: { vendor: 'demo', kind: 'signature' } },
      { type: 'text' },
    ]);
  });
});

describe('fill', () => {
  it('answers with JSON, by the schema if there is one', () => {
    expect(fill(ask()).parts).toEqual([text('{"answer":"example"}')]);
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    expect(fill(ask({ outputFormat: { type: 'schema', schema } })).parts).toEqual([
      text('{"n":1}'),
    ]);
  });
});

describe('measureUsage', () => {
  it('depends only on request and reply', () => {
    const request = ask({ tools: [tool('a')] });
    const { parts } = think(request);
    const usage = measureUsage(request, parts);
    expect(measureUsage(request, parts)).toEqual(usage);
    expect(usage).toMatchObject({ cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 });
    expect(Math.min(usage.input, usage.output, usage.reasoning)).toBeGreaterThan(0);
    expect(measureUsage(ask(), recite(ask()).parts).reasoning).toBe(0);
  });
});
