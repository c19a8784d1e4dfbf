import { describe, expect, it } from 'vitest';
import type { Part } from '../../../canonical/part.ts';
import type { Turn } from '../../../canonical/request.ts';
import { encodeGreeting, encodeTurns } from '../testing/requests.ts';
import { assistant, call, contentsOf, result, text, user } from '../testing/turns.ts';

const instruction = (texts: string): Turn => ({ role: 'instruction', parts: [text(texts)] });

describe('instructions', () => {
  it('at the start become systemInstruction, each text a part of its own', () => {
    const { body, notes } = encodeTurns([instruction('a'), instruction('b'), user(text('x'))]);
    expect(body['systemInstruction']).toEqual({ parts: [{ text: 'a' }, { text: 'b' }] });
    expect(contentsOf(body)).toEqual([{ role: 'user', parts: [{ text: 'x' }] }]);
    expect(notes).toEqual([]);
  });

  it('that come later are marked user text, never text of the model', () => {
    const { body, notes } = encodeTurns([
      user(text('x')),
      assistant(text('y')),
      instruction('Be brief.'),
    ]);
    expect(contentsOf(body)[2]).toEqual({
      role: 'user',
      parts: [{ text: '<system>\nBe brief.\n</system>' }],
    });
    expect(notes).toEqual(['approximated turns[2]']);
  });

  it('without text leave no note', () => {
    const silent: Turn = { role: 'instruction', parts: [] };
    const { notes } = encodeTurns([user(text('x')), assistant(text('y')), silent, user(text('z'))]);
    expect(notes).toEqual([]);
  });

  it('alone get a user turn', () => {
    const { body, notes } = encodeTurns([instruction('a')]);
    expect(contentsOf(body)).toEqual([{ role: 'user', parts: [{ text: 'Begin.' }] }]);
    expect(notes).toEqual(['defaulted turns']);
  });

  it('lose the billing line of a coding assistant', () => {
    const line = 'x-anthropic-billing-header: cc_version=1';
    const raw = { type: 'text', text: line };
    const unknown: Part = { type: 'unknown', dialect: 'anthropic-messages', raw };
    const { body, notes } = encodeTurns([
      { role: 'instruction', parts: [unknown, text(line), text('Be brief.')] },
      user(text('x')),
    ]);
    expect(body['systemInstruction']).toEqual({ parts: [{ text: 'Be brief.' }] });
    expect(notes).toEqual(['dropped turns[0]']);
  });
});

describe('contents', () => {
  it('alternate: consecutive turns of one role are one content, and empty text is omitted', () => {
    const { body } = encodeTurns([
      user(text('a')),
      user(text(''), text('b')),
      assistant(text('')),
      assistant(text('c')),
      user(text('d')),
    ]);
    expect(contentsOf(body)).toEqual([
      { role: 'user', parts: [{ text: 'a' }, { text: 'b' }] },
      { role: 'model', parts: [{ text: 'c' }] },
      { role: 'user', parts: [{ text: 'd' }] },
    ]);
  });

  it('begin with the user', () => {
    const { body } = encodeTurns([assistant(text('Hello.')), user(text('Hi'))]);
    expect(contentsOf(body).map(({ role }) => role)).toEqual(['user', 'model', 'user']);
  });

  it('lose names of participants, cache marks and citations with a note', () => {
    const cited: Part = { type: 'text', text: 'y', citations: [{ url: 'u' }] };
    const { notes } = encodeTurns([
      {
        role: 'user',
        name: 'Ann',
        parts: [{ type: 'text', text: 'x', cache: { lifetime: '5m' } }],
      },
      assistant(cited),
      user(text('z'), { type: 'unknown', dialect: 'openai-chat', raw: {} }),
    ]);
    expect(notes).toEqual([
      'dropped turns[0].name',
      'dropped turns[0].parts[0].cache',
      'dropped turns[1].parts[0].citations',
      'dropped turns[2].parts[1]',
    ]);
  });
});

describe('calls and results', () => {
  const asked = [
    user(text('W?')),
    assistant(text('Looking.'), call('a'), call('b', { name: 'now' })),
  ];

  it('carry names and ids, results in the order of their calls', () => {
    const { body } = encodeTurns([
      ...asked,
      result('b', text('12:00')),
      result('a', text('4C')),
      user(text('And?')),
    ]);
    expect(contentsOf(body).slice(1)).toEqual([
      {
        role: 'model',
        parts: [
          { text: 'Looking.' },
          { functionCall: { id: 'a', name: 'get_weather', args: { city: 'Oslo' } } },
          { functionCall: { id: 'b', name: 'now', args: { city: 'Oslo' } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'a', name: 'get_weather', response: { output: '4C' } } },
          { functionResponse: { id: 'b', name: 'now', response: { output: '12:00' } } },
          { text: 'And?' },
        ],
      },
    ]);
  });

  it.each([
    ['4C', { output: '4C' }],
    ['', { output: '' }],
    ['{"t":4}', { t: 4 }],
    ['[1]', { output: '[1]' }],
    ['{\n  "t": 4\n}', { output: '{\n  "t": 4\n}' }],
    ['{"n":12345678901234567890}', { output: '{"n":12345678901234567890}' }],
    ['{"error":"x"}', { output: '{"error":"x"}' }],
    ['{}', { output: '{}' }],
    ['{"t":', { output: '{"t":' }],
  ])('%j as a result is %j', (texts, response) => {
    const { body } = encodeTurns([
      user(text('W?')),
      assistant(call('a')),
      result('a', text(texts)),
    ]);
    expect(contentsOf(body)[2]?.parts[0]).toMatchObject({ functionResponse: { response } });
  });

  it('give errors under their own key', () => {
    const failed: Turn = {
      role: 'result',
      parts: [{ type: 'result', callId: 'a', content: [text('no city')], isError: true }],
    };
    const { body } = encodeTurns([user(text('W?')), assistant(call('a')), failed]);
    expect(contentsOf(body)[2]?.parts).toEqual([
      { functionResponse: { id: 'a', name: 'get_weather', response: { error: 'no city' } } },
    ]);
  });

  it('without a result get an error result', () => {
    const { body, notes } = encodeTurns([...asked, result('a', text('4C')), user(text('x'))]);
    expect(contentsOf(body)[2]?.parts[1]).toMatchObject({
      functionResponse: { id: 'b', response: { error: expect.any(String) as string } },
    });
    expect(notes).toEqual(['defaulted turns[1]']);
  });

  it.each([
    ['', {}],
    ['  ', {}],
    ['{"a":', {}],
    ['[1]', {}],
  ])('with the arguments %j have none', (texts, args) => {
    const { body, notes } = encodeTurns([
      user(text('x')),
      assistant(call('a', { arguments: texts })),
    ]);
    expect(contentsOf(body)[1]?.parts[0]).toMatchObject({ functionCall: { args } });
    expect(notes).toEqual(texts.trim() === '' ? [] : ['dropped turns[1].parts[0].arguments']);
  });

  it('of custom tools are functions with one text argument', () => {
    const custom = call('a', { name: 'patch', arguments: '*** Begin', custom: true });
    const { body } = encodeGreeting({
      turns: [user(text('x')), assistant(custom)],
      tools: [{ kind: 'custom', name: 'patch', description: 'Patches.' }],
    });
    expect(contentsOf(body)[1]?.parts[0]).toMatchObject({
      functionCall: { name: 'patch', args: { input: '*** Begin' } },
    });
    expect(body['tools']).toMatchObject([
      {
        functionDeclarations: [
          { name: 'patch', description: 'Patches.', parametersJsonSchema: { required: ['input'] } },
        ],
      },
    ]);
  });

  it('have names that are legal everywhere alike, and come back', () => {
    const { body, names } = encodeGreeting({
      turns: [user(text('x')), assistant(call('a', { name: '1 ü' })), result('a', text('y'))],
      tools: [
        { kind: 'function', name: '1 ü' },
        { kind: 'function', name: 'ns.tool:run' },
      ],
      toolChoice: { mode: 'named', name: '1 ü' },
    });
    const legal = names.toUpstream('1 ü');
    expect(legal).toMatch(/^_1__[_0-9a-f]+$/);
    expect(names.toCaller(legal)).toBe('1 ü');
    expect(JSON.stringify(body).split(`"${legal}"`)).toHaveLength(5);
    expect(body['tools']).toMatchObject([
      { functionDeclarations: [{ name: legal }, { name: 'ns.tool:run' }] },
    ]);
  });
});
