import { describe, expect, it } from 'vitest';
import { assembleReply } from '../../../canonical/assemble.ts';
import { checkEvents } from '../../../canonical/event-lint.ts';
import { createStreamDecoder } from './decoder.ts';

/** Decodes one call whose arguments come in these pieces. */
function decodeCall(...pieces: readonly (string | null)[]) {
  const decoder = createStreamDecoder({ vendor: 'acme' });
  const deltas = pieces.map((text, at) => ({
    tool_calls: [
      at === 0
        ? { index: 0, id: 'c1', function: { name: 'now', arguments: text } }
        : { index: 0, function: { arguments: text } },
    ],
  }));
  const events = [
    ...deltas.flatMap((delta) => {
      return decoder.push({ data: JSON.stringify({ choices: [{ index: 0, delta }] }) });
    }),
    ...decoder.push({ data: '[DONE]' }),
  ];
  expect(checkEvents(events)).toEqual([]);
  return assembleReply(events).choices[0]?.parts;
}

/** Decodes calls that come in one chunk each. */
function decodeCalls(...fragments: readonly object[]) {
  const decoder = createStreamDecoder({ vendor: 'acme' });
  const chunks = fragments.map((fragment) => ({
    choices: [{ delta: { tool_calls: [fragment] } }],
  }));
  const events = [
    ...chunks.flatMap((chunk) => decoder.push({ data: JSON.stringify(chunk) })),
    ...decoder.push({ data: '[DONE]' }),
  ];
  expect(checkEvents(events)).toEqual([]);
  return assembleReply(events).choices[0]?.parts.map((part) =>
    part.type === 'call' ? [part.id, part.name, part.arguments] : [],
  );
}

describe('calls at one index', () => {
  const first = { index: 0, id: 'a', function: { name: 'now', arguments: '{"at":' } };

  it('are two when both have an id and a name', () => {
    const second = { index: 0, id: 'b', function: { name: 'later', arguments: '{}' } };
    expect(decodeCalls(first, second)).toEqual([
      ['a', 'now', '{"at":'],
      ['b', 'later', '{}'],
    ]);
  });

  it.each([
    ['has no name', { index: 0, id: 'b', function: { arguments: '1}' } }],
    ['has no id', { index: 0, function: { name: 'now', arguments: '1}' } }],
    ['repeats the id', { index: 0, id: 'a', function: { name: 'now', arguments: '1}' } }],
  ])('are one when the second %s', (_what, second) => {
    expect(decodeCalls(first, second)).toEqual([['a', 'now', '{"at":1}']]);
  });

  it('are one when the second only repeats the name of a whole one', () => {
    const whole = { index: 0, id: 'a', function: { name: 'now', arguments: '{"at":1}' } };
    const again = { index: 0, id: 'a', function: { name: 'now', arguments: '' } };
    expect(decodeCalls(whole, again)).toEqual([['a', 'now', '{"at":1}']]);
  });

  it('are one when only the second has an id', () => {
    const [begun, second] = [
      { index: 0, function: { name: 'now', arguments: '{"at":' } },
      { index: 0, id: 'b', function: { name: 'now', arguments: '1}' } },
    ];
    expect(decodeCalls(begun, second)).toMatchObject([[expect.any(String), 'now', '{"at":1}']]);
  });
});

describe('calls without an index', () => {
  it('are continued by what has neither an id nor a name, the latest first', () => {
    const first = { id: 'a', function: { name: 'now', arguments: '{"at":' } };
    const second = { id: 'b', function: { name: 'later', arguments: '{"in":' } };
    expect(decodeCalls(first, second, { function: { arguments: '2}' } })).toEqual([
      ['a', 'now', '{"at":'],
      ['b', 'later', '{"in":2}'],
    ]);
  });

  it('are told apart by their names where none has an id', () => {
    const named = (name: string) => ({ function: { name, arguments: '{"at":' } });
    const rest = { function: { arguments: '1}' } };
    expect(decodeCalls(named('now'), rest, named('later'), rest)).toMatchObject([
      [expect.any(String), 'now', '{"at":1}'],
      [expect.any(String), 'later', '{"at":1}'],
    ]);
  });
});

describe('a name', () => {
  const fragment = (name: string, text = '') => {
    return { index: 0, id: 'a', function: { name, arguments: text } };
  };
  const rest = { index: 0, function: { arguments: '{"at":1}' } };

  it.each([
    ['in pieces', [fragment('no'), fragment('w'), rest]],
    ['in pieces, the last with arguments', [fragment('no'), fragment('w', '{"at":1}')]],
    ['whole in every chunk', [fragment('now'), fragment('now'), fragment('now', '{"at":1}')]],
    ['that grows', [fragment('no'), fragment('now'), rest]],
    ['and more of it after the arguments', [fragment('now'), rest, fragment('adays')]],
  ])('%s is one', (_what, fragments) => {
    expect(decodeCalls(...fragments)).toEqual([['a', 'now', '{"at":1}']]);
  });

  it('in pieces is whole at the end, and where another call begins', () => {
    const second = { index: 1, id: 'b', function: { name: 'later' } };
    expect(decodeCalls(fragment('no'), fragment('w'), second)).toEqual([
      ['a', 'now', '{}'],
      ['b', 'later', '{}'],
    ]);
  });

  it('that comes with state before the arguments loses neither', () => {
    const extra_content = { google: { thought_signature: 'U0lH' } };
    const decoder = createStreamDecoder({ vendor: 'google' });
    const chunks = [{ ...fragment('now'), extra_content }, rest].map((call) => {
      return { choices: [{ delta: { tool_calls: [call] } }] };
    });
    const events = chunks.flatMap((chunk) => decoder.push({ data: JSON.stringify(chunk) }));
    expect(events.map(({ type }) => type)).toEqual([
      ...['reply-start', 'part-start', 'part-state', 'part-delta'],
    ]);
  });
});

describe('arguments in pieces', () => {
  it('are an empty object where none are sent', () => {
    const call = { index: 0, id: 'a', function: { name: 'now' } };
    expect(decodeCalls(call)).toEqual([['a', 'now', '{}']]);
    const argued = { index: 0, function: { arguments: '{"at":1}' } };
    expect(decodeCalls(call, argued)).toEqual([['a', 'now', '{"at":1}']]);
  });

  it.each([
    [[''], '{}'],
    [[null], '{}'],
    [['null'], '{}'],
    [['{}'], '{}'],
    [['{}', ''], '{}'],
    [['', '{}'], '{}'],
    [['{}', '{"at"', ':1}'], '{"at":1}'],
    [['null', '{"at":1}'], '{"at":1}'],
    [['{', '}'], '{}'],
  ])('%j mean %s', (pieces, whole) => {
    expect(decodeCall(...pieces)).toEqual([
      { type: 'call', id: 'c1', name: 'now', arguments: whole },
    ]);
  });
});
