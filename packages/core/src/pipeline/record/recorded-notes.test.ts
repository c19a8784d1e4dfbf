import { fidelityOf, noUsage, type Note } from '@parley/protocol';
import { answerWith } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { chatRequest } from '../../testing/test-gateway.ts';
import { limitNotes, noteCorrections } from './recorded-notes.ts';

const dropped = (path: string): Note => ({ path, action: 'dropped', reason: 'It is lost.' });
const corrected: Note = { path: 'usage', action: 'corrected', reason: 'It was wrong.' };
const many = (count: number) => Array.from({ length: count }, (_, at) => dropped(`f${at}`));

describe('the notes of a record', () => {
  it('are all notes, if they are not many', () => {
    for (const notes of [[], [corrected], [...many(100), corrected]]) {
      expect(limitNotes(notes)).toEqual(notes);
    }
  });

  it('are the first hundred and those on usage, if there are more', () => {
    expect(limitNotes([...many(103), corrected])).toEqual([
      ...many(100),
      corrected,
      { path: '', action: 'dropped', reason: '3 more notes are not recorded.' },
    ]);
  });

  it('have short texts', () => {
    const [note] = limitNotes([{ ...dropped('x'.repeat(501)), reason: 'y'.repeat(1_000_000) }]);
    expect(note).toEqual({ path: 'x'.repeat(500), action: 'dropped', reason: 'y'.repeat(500) });
  });

  it('stay few when a client sends a large request', async () => {
    const { post, upstream, store } = await openTestGateway({ formats: ['messages'] });
    upstream.script(answerWith({ text: 'Fine.' }));
    const unknown = many(500).map(({ path }) => [path.padEnd(2_000, 'x'), 1]);
    await post('/v1/chat/completions', { ...chatRequest, ...Object.fromEntries(unknown) });
    expect(store.exchanges[0]).toMatchObject({ outcome: 'completed', fidelity: 'lossy' });
    expect(JSON.stringify(store.exchanges[0]?.notes).length).toBeLessThan(100_000);
  });
});

describe('noteCorrections', () => {
  it.each([undefined, noUsage])('writes no note for %j', (usage) => {
    expect(noteCorrections(usage)).toEqual([]);
  });

  it('writes each correction in fixed terms, and does not change the fidelity', () => {
    const notes = noteCorrections({
      ...noUsage,
      corrections: ['output raised to stated total', 'reasoning exceeds output'],
    });
    const because = 'The counts of the upstream do not add up:';
    expect(notes).toEqual([
      { path: 'usage', action: 'corrected', reason: `${because} output raised to stated total.` },
      { path: 'usage', action: 'corrected', reason: `${because} reasoning exceeds output.` },
    ]);
    expect(fidelityOf(notes)).toBe('exact');
  });
});
