import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalReply } from '../testing/arbitraries.ts';
import { assembleReply } from './assemble.ts';
import { checkEvents } from './event-lint.ts';
import { NoteBook } from './note.ts';
import type { Part } from './part.ts';
import { replayReply } from './replay.ts';
import type { CanonicalReply } from './reply.ts';

function replyOf(...parts: Part[]): CanonicalReply {
  return { choices: [{ index: 0, parts, finish: { reason: 'stop' } }] };
}

describe('replayReply', () => {
  it('notes what a stream cannot hold and leaves no gap in the part indexes', () => {
    const notes = new NoteBook();
    const result: Part = { type: 'result', callId: 'c', content: [] };
    const reply = replyOf({ type: 'text', text: 'a' }, result, { type: 'text', text: 'b' });
    const events = replayReply(reply, notes);
    expect(checkEvents(events)).toEqual([]);
    expect(events.filter(({ type }) => type === 'part-start')).toMatchObject([
      { index: 0 },
      { index: 1 },
    ]);
    expect(notes.notes.map(({ path, action }) => [path, action])).toEqual([
      ['choices[0].parts[1]', 'dropped'],
    ]);
  });

  it('keeps token probabilities', () => {
    const logprobs = { content: [{ token: 'a', logprob: -1 }], refusal: [{ token: 'No' }] };
    const reply = replyOf({ type: 'text', text: 'a' }, { type: 'refusal', text: 'No' });
    const choices = reply.choices.map((choice) => ({ ...choice, logprobs }));
    const events = replayReply({ choices });
    expect(checkEvents(events)).toEqual([]);
    expect(assembleReply(events)).toStrictEqual({ choices });
  });

  it('carries media whole', () => {
    const image: Part = { type: 'media', kind: 'image', source: { by: 'url', url: 'u' } };
    const events = replayReply(replyOf(image));
    expect(events.map(({ type }) => type)).not.toContain('part-delta');
    expect(assembleReply(events)).toStrictEqual(replyOf(image));
  });

  it('carries a part of unknown type in its own dialect', () => {
    const raw = { type: 'hologram' };
    const events = replayReply(replyOf({ type: 'unknown', dialect: 'openai-chat', raw }));
    expect(events[1]).toMatchObject({ part: { type: 'server', dialect: 'openai-chat', raw } });
  });

  it('keeps citations, state and custom calls', () => {
    const providerState = { vendor: 'google', kind: 'signature', data: 's' } as const;
    const reply = replyOf(
      { type: 'reasoning', text: '', providerState },
      { type: 'text', text: 'a', citations: [{ quote: 'q' }, { url: 'u' }] },
      { type: 'call', id: 'c', name: 'n', arguments: 'free', custom: true, providerState },
      { type: 'refusal', text: 'no' },
    );
    expect(assembleReply(replayReply(reply))).toStrictEqual(reply);
  });

  it('gives the state of a call before its arguments', () => {
    const providerState = { vendor: 'google', kind: 'thought', data: 's' } as const;
    const events = replayReply(
      replyOf({ type: 'call', id: 'c', name: 'n', arguments: '{}', providerState }),
    );
    const given = events.map(({ type }) => type).filter((type) => type.startsWith('part-'));
    expect(given).toEqual(['part-start', 'part-state', 'part-delta', 'part-end']);
  });

  it('emits the extras of a reply, which assembleReply restores', () => {
    const reply = { choices: [], extras: { 'openai-chat': { moderation: {} } } };
    const events = replayReply(reply);
    expect(checkEvents(events)).toEqual([]);
    expect(assembleReply(events)).toStrictEqual(reply);
  });

  it('emits no empty delta', () => {
    const events = replayReply(replyOf({ type: 'text', text: '' }));
    expect(events.map(({ type }) => type)).not.toContain('part-delta');
  });

  it('emits an empty reply', () => {
    expect(replayReply({ choices: [] })).toStrictEqual([
      { type: 'reply-start' },
      { type: 'reply-end' },
    ]);
  });

  it('emits valid events for any reply, and assembleReply restores it', () => {
    fc.assert(
      fc.property(canonicalReply({ maxChoices: 3, vendor: 'openai' }), (reply) => {
        const events = replayReply(reply);
        expect(checkEvents(events)).toEqual([]);
        expect(assembleReply(events)).toStrictEqual(reply);
      }),
    );
  });
});
