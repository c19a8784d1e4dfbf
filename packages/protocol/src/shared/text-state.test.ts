import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Part } from '../canonical/part.ts';
import { geminiGenerate } from '../dialects/gemini-generate/codec.ts';
import { codecs } from '../dialects.ts';
import type { JsonObject } from '../json/value.ts';
import { readStream, replyTarget, writeStream } from '../testing/wire.ts';
import { endWithText, signaturesAfterText } from './text-state.ts';

const state = { vendor: 'google', kind: 'thought', data: 'U0lH' } as const;
const signature: Part = { type: 'reasoning', text: '', providerState: state };
const text: Part = { type: 'text', text: 'Hi.' };
const call: Part = { type: 'call', id: 'a', name: 'f', arguments: '{}' };

describe('the signature of the final text', () => {
  it('moves before it, and back', () => {
    const leading = { ...signature, providerState: { ...state, kind: 'leading' } };
    expect(endWithText([call, text, signature])).toEqual([call, leading, text]);
    expect(signaturesAfterText([call, leading as Part, text])).toEqual([call, text, signature]);
  });

  it('stays where a call follows, and where no text precedes it', () => {
    expect(endWithText([text, signature, call])).toEqual([text, signature, call]);
    expect(endWithText([call, signature])).toEqual([call, signature]);
    expect(endWithText([signature])).toEqual([signature]);
  });

  it('returns to its text also when clients split or remove the text', () => {
    const leading: Part = { ...signature, providerState: { ...state, kind: 'leading' } };
    expect(signaturesAfterText([leading, text, text, call])).toEqual([text, text, signature, call]);
    expect(signaturesAfterText([leading, call])).toEqual([call, signature]);
    expect(signaturesAfterText([text, leading, leading, text])).toEqual([
      ...[text, text],
      ...[signature, signature],
    ]);
  });

  it('is at the same place after both moves', () => {
    const parts = fc.array(fc.constantFrom(text, signature, call), { maxLength: 6 });
    fc.assert(
      fc.property(parts, (given) => {
        expect(signaturesAfterText(endWithText(given))).toEqual(given);
      }),
    );
  });
});

describe('a streamed reply whose final text is signed', () => {
  const chunk = (parts: JsonObject[], end: JsonObject = {}) => ({
    data: JSON.stringify({ candidates: [{ content: { parts }, ...end }] }),
  });
  const stop = { finishReason: 'STOP' };
  const signed = { text: '', thoughtSignature: 'U0lH' };

  /** The types of the blocks, and the notes about them. */
  function blocksOf(frames: { data: string }[]) {
    const { steps: events } = readStream(geminiGenerate, frames, 'google');
    const { steps, notes } = writeStream(codecs['anthropic-messages'], events, replyTarget());
    const types = steps.flatMap(
      ({ data }) => /"content_block":\{"type":"(\w+)"/.exec(data)?.[1] ?? [],
    );
    return { types, notes: notes.filter(({ path }) => path === 'content') };
  }

  it('ends with the text for messages clients, and a note tells what was left out', () => {
    const { types, notes } = blocksOf([chunk([{ text: 'Hi' }]), chunk([signed], stop)]);
    expect(types).toEqual(['text']);
    expect(notes).toMatchObject([{ action: 'dropped', path: 'content' }]);
  });

  it('keeps the signature when a call follows', () => {
    const { types } = blocksOf([
      chunk([{ text: 'Hi' }]),
      chunk([signed]),
      chunk([{ functionCall: { name: 'f' } }], stop),
    ]);
    expect(types).toEqual(['text', 'thinking', 'tool_use']);
  });
});
