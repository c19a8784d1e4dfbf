import { describe, expect, it } from 'vitest';
import { fidelityOf, NoteBook } from './note.ts';

describe('fidelityOf', () => {
  it('calls a translation lossy as soon as one thing was dropped', () => {
    const notes = new NoteBook();
    expect(fidelityOf(notes.notes)).toBe('exact');
    notes.moved('a', 'Moved.');
    notes.approximated('b', 'Nearly.');
    notes.defaulted('c', 'Made up.');
    expect(fidelityOf(notes.notes)).toBe('adapted');
    notes.dropped('d', 'Gone.');
    notes.moved('e', 'Moved.');
    expect(fidelityOf(notes.notes)).toBe('lossy');
    expect(notes.notes.map(({ path }) => path).join('')).toBe('abcde');
  });
});
