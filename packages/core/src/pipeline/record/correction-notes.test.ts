import { fidelityOf, noUsage } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { noteCorrections } from './correction-notes.ts';

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
