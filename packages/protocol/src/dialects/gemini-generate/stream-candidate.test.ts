import { describe, expect, it } from 'vitest';
import { assembleReply } from '../../canonical/assemble.ts';
import { checkEvents } from '../../canonical/event-lint.ts';
import type { JsonObject } from '../../canonical/json.ts';
import { createStreamDecoder } from './stream-decoder.ts';

function decode(...candidates: readonly JsonObject[]) {
  const decoder = createStreamDecoder({ vendor: 'google' });
  const events = candidates.flatMap((candidate) => {
    return decoder.push({ data: JSON.stringify({ candidates: [candidate] }) });
  });
  const told = [...events, ...decoder.end()];
  expect(checkEvents(told)).toEqual([]);
  return { parts: assembleReply(told).choices[0]?.parts, notes: decoder.notes };
}

const says = (...parts: JsonObject[]) => ({ content: { parts } });
const state = { vendor: 'google', kind: 'thought', data: 'U0lH' };
const signed = { text: '', thoughtSignature: 'U0lH' };
const web = { uri: 'https://a.test/', title: 'A' };
const end = { finishReason: 'STOP' };

describe('a signature alone behind the text', () => {
  const thought = { type: 'reasoning', text: '', opaque: state };

  it('does not part the text from the sources that follow', () => {
    const groundingMetadata = { groundingChunks: [{ web }] };
    const { parts, notes } = decode(says({ text: 'See A.' }), {
      ...says(signed),
      ...end,
      groundingMetadata,
    });
    const citations = [{ url: web.uri, title: web.title }];
    expect(parts).toEqual([{ type: 'text', text: 'See A.', citations }, thought]);
    expect(notes).toEqual([]);
  });

  it('stands before whatever the answer goes on with', () => {
    const call = { functionCall: { name: 'now' } };
    const { parts } = decode(says({ text: 'a' }, signed, { text: 'b' }, signed, call), end);
    expect(parts).toMatchObject([
      { type: 'text', text: 'a' },
      thought,
      { type: 'text', text: 'b' },
      thought,
      { type: 'call', name: 'now' },
    ]);
  });

  it('counts each time', () => {
    expect(decode(says({ text: 'a' }, signed, signed), end).parts).toMatchObject([
      { type: 'text', text: 'a' },
      thought,
      thought,
    ]);
  });
});
