import { describe, expect, it } from 'vitest';
import { NoteBook } from '../../canonical/note.ts';
import type { ReasoningPart } from '../../canonical/part.ts';
import { unwrapProviderState, wrapProviderState } from '../../canonical/provider-state.ts';
import {
  decodeUpstreamReasoning,
  encodeNoReasoning,
  encodeUpstreamReasoning,
  type ReasoningInput,
} from './reasoning.ts';
import { openProfile, openTarget } from './testing/requests.ts';

const echoing = { ...openTarget, profile: { ...openProfile, echoesReasoning: true } };
const place = { path: 'turns[1]', notes: new NoteBook() };

/** What an upstream gets back of a message it wrote, after a client of another format has echoed it. */
function echo(message: ReasoningInput, target = openTarget) {
  const parts = decodeUpstreamReasoning(message, 'acme').map((part): ReasoningPart => {
    const { providerState } = part;
    const echoed = providerState && unwrapProviderState(wrapProviderState(providerState));
    return { ...part, ...(echoed && { providerState: echoed }) };
  });
  return encodeUpstreamReasoning(parts, target, place);
}

describe('reasoning goes back in the field it came in', () => {
  it.each([
    { reasoning_content: 'Hm.' },
    // Groq and Cerebras reject reasoning_content, and vLLM ignores it.
    { reasoning: 'Hm.' },
  ])('%j', (message) => {
    expect(echo(message)).toEqual(message);
    expect(echo(message, echoing)).toEqual(message);
  });

  it('and not at all if it was a part of the content, because Mistral rejects both fields', () => {
    expect(echo({ thinking: 'Hm.' })).toEqual({});
  });
});

describe('a model that requires its reasoning back', () => {
  it('gets the reasoning of another vendor in the field of its own', () => {
    const foreign: ReasoningPart = {
      type: 'reasoning',
      text: 'Hm.',
      providerState: { vendor: 'other', kind: 'plain', data: 'Hm.', field: 'reasoning' },
    };
    expect(encodeUpstreamReasoning([foreign], echoing, place)).toEqual({
      reasoning_content: 'Hm.',
    });
    for (const vendor of ['cerebras', 'groq', 'ollama', 'ollama-cloud']) {
      const target = { ...echoing, vendor };
      expect(encodeUpstreamReasoning([foreign], target, place)).toEqual({ reasoning: 'Hm.' });
    }
  });

  it('gets a space where there is none, with a note', () => {
    const notes = new NoteBook();
    expect(encodeNoReasoning(echoing, { path: 'turns[1]', notes })).toEqual({
      reasoning_content: ' ',
    });
    expect(notes.notes).toMatchObject([{ action: 'defaulted', path: 'turns[1]' }]);
  });
});

it('other models get none where there is none', () => {
  expect(encodeNoReasoning(openTarget, place)).toEqual({});
});
