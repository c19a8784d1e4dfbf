import { describe, expect, it } from 'vitest';
import { mergeDrafts } from './merge.ts';

const base = { name: 'a', models: ['x'], limits: { rate: 1, quota: null }, note: 'old' };

describe('mergeDrafts', () => {
  it('takes over what only the other person changed', () => {
    const { draft, overlaps } = mergeDrafts({
      base,
      mine: base,
      theirs: { ...base, name: 'b', extra: 1 },
    });
    expect(draft).toEqual({ ...base, name: 'b', extra: 1 });
    expect(overlaps).toEqual([]);
  });

  it('keeps what only this person changed, inside objects too', () => {
    const mine = { ...base, limits: { rate: 2, quota: null } };
    const theirs = { ...base, limits: { rate: 1, quota: { amount: '5' } } };
    const { draft, overlaps } = mergeDrafts({ base, mine, theirs });
    expect(draft).toEqual({ ...base, limits: { rate: 2, quota: { amount: '5' } } });
    expect(overlaps).toEqual([]);
  });

  it('keeps the own value of what both changed, and names it', () => {
    const mine = { ...base, models: ['y'], limits: { rate: 2, quota: null } };
    const theirs = { ...base, models: ['z'], limits: { rate: 3, quota: null } };
    const { draft, overlaps } = mergeDrafts({ base, mine, theirs });
    expect(draft).toEqual(mine);
    expect(overlaps).toEqual([
      { path: 'models', theirs: ['z'] },
      { path: 'limits.rate', theirs: 3 },
    ]);
  });

  it('names nothing when both made the same change', () => {
    const both = { ...base, name: 'c' };
    expect(mergeDrafts({ base, mine: both, theirs: both })).toEqual({ draft: both, overlaps: [] });
  });

  it('removes what either of both removed', () => {
    const { note: _, ...mine } = base;
    const { models: __, ...theirs } = base;
    const { draft, overlaps } = mergeDrafts({ base, mine, theirs });
    expect(draft).toEqual({ name: 'a', limits: base.limits });
    expect(overlaps).toEqual([]);
  });
});
