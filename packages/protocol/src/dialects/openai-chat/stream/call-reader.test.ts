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

describe('arguments in pieces', () => {
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
