import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NoteBook } from '../canonical/note.ts';
import type { Part, ResultPart } from '../canonical/part.ts';
import type { Turn } from '../canonical/request.ts';
import { conversation } from '../testing/arbitraries.ts';
import { repairTurns } from './repair.ts';

function text(texts: string): Part {
  return { type: 'text', text: texts };
}

function user(texts: string): Turn {
  return { role: 'user', parts: [text(texts)] };
}

function calls(...ids: string[]): Turn {
  return {
    role: 'assistant',
    parts: ids.map((id) => ({ type: 'call', id, name: 'look', arguments: '{}' })),
  };
}

function result(callId: string, texts = `of ${callId}`): ResultPart {
  return { type: 'result', callId, content: [text(texts)] };
}

function results(...ids: string[]): Turn {
  return { role: 'result', parts: ids.map((id) => result(id)) };
}

const hi: Turn = { role: 'assistant', parts: [text('hi')] };

function repair(...turns: Turn[]): { turns: readonly Turn[]; actions: string[] } {
  const notes = new NoteBook();
  const repaired = repairTurns(turns, notes);
  return { turns: repaired, actions: notes.notes.map(({ path, action }) => `${path} ${action}`) };
}

describe('broken conversations', () => {
  it('adds an error result for a call without a result', () => {
    for (const next of [user('go on'), hi, calls('b')]) {
      const { turns, actions } = repair(user('q'), calls('a'), next);
      expect(turns[2]).toMatchObject({
        role: 'result',
        parts: [{ type: 'result', callId: 'a', isError: true }],
      });
      expect(turns[3]).toEqual(next);
      expect(actions).toEqual(['turns[1] defaulted']);
    }
  });

  it('adds error results for the remaining calls of a turn', () => {
    const { turns, actions } = repair(calls('a', 'b', 'c'), results('b'));
    expect(turns.slice(1).flatMap(({ parts }) => parts)).toMatchObject([
      { callId: 'a', isError: true },
      { callId: 'b', content: [{ text: 'of b' }] },
      { callId: 'c', isError: true },
    ]);
    expect(actions).toEqual(['turns[0] defaulted', 'turns[0] defaulted']);
  });

  it('says that a result without a call is an error', () => {
    const failed: Turn = { role: 'result', parts: [{ ...result('x'), isError: true }] };
    for (const [turn, start] of [
      [failed, /^Error of/],
      [results('x'), /^Result of/],
    ] as const) {
      const [said] = repair(user('q'), turn).turns[1]?.parts ?? [];
      expect(said).toMatchObject({ type: 'text', text: expect.stringMatching(start) as string });
    }
  });

  it('converts a result without a call to user text, and keeps its other content', () => {
    const image: Part = {
      type: 'media',
      kind: 'image',
      source: { by: 'url', url: 'https://a.example/i' },
    };
    const orphan: Turn = {
      role: 'result',
      parts: [{ type: 'result', callId: 'x', content: [text('42'), image] }],
    };
    for (const before of [[], [user('q'), hi], [calls('a'), results('a'), hi]]) {
      const { turns, actions } = repair(...before, orphan);
      expect(turns.slice(0, -1)).toEqual(before);
      expect(turns.at(-1)).toMatchObject({ role: 'user', parts: [{}, text('42'), image] });
      expect(actions).toEqual([`turns[${before.length}] approximated`]);
    }
  });

  it('converts another result of the same call to user text', () => {
    const other: Turn = { role: 'result', parts: [result('a', 'another')] };
    const { turns } = repair(calls('a'), results('a'), other);
    expect(turns.map(({ role }) => role)).toEqual(['assistant', 'result', 'user']);
  });

  it('writes repeated results once, in one turn or in several, but not those without an id', () => {
    const image: Turn = user('an image');
    for (const given of [[results('a', 'b', 'a', 'b')], [results('a', 'b'), results('b', 'a')]]) {
      const { turns, actions } = repair(calls('a', 'b'), ...given, image);
      expect(turns).toEqual([calls('a', 'b'), results('a'), results('b'), image]);
      expect(new Set(actions)).toEqual(new Set([`turns[${given.length}] approximated`]));
    }
    expect(repair(calls(''), results('', '')).turns).toHaveLength(3);
  });

  it('does not use results after the next assistant turn', () => {
    const { turns } = repair(calls('a'), user('wait'), hi, results('a'));
    expect(turns.map(({ role }) => role)).toEqual([
      'assistant',
      'result',
      'user',
      'assistant',
      'user',
    ]);
  });

  it('gives repeated and empty ids a new one, with their results', () => {
    const doubled: Turn = { role: 'result', parts: [result('a', 'one'), result('a', 'two')] };
    const { turns, actions } = repair(calls('a', 'a'), doubled, calls('a', ''), results('', 'a'));
    const ids = (index: number) =>
      turns[index]?.parts.map((part) => part.type === 'call' && part.id);
    const answered = turns.flatMap(({ parts }) => parts).filter((part) => part.type === 'result');
    const [first, second, third] = ['call_history_1', 'call_history_2', 'call_history_3'];
    expect(ids(0)).toEqual(['a', first]);
    expect(ids(3)).toEqual([second, third]);
    expect(answered.map(({ callId }) => callId)).toEqual(['a', first, second, third]);
    expect(answered.map(({ content }) => content)).toEqual(
      ['one', 'two', 'of a', 'of '].map((texts) => [text(texts)]),
    );
    expect(actions.filter((action) => action.endsWith('approximated'))).toHaveLength(3);
  });

  it('moves results out of a user turn', () => {
    const mixed: Turn = { role: 'user', parts: [text('so:'), result('a'), text('go on')] };
    const { turns } = repair(calls('a'), mixed);
    expect(turns.slice(1)).toEqual([
      { role: 'result', parts: [result('a')] },
      { role: 'user', parts: [text('so:'), text('go on')] },
    ]);
  });

  it('answers ten thousand calls in reverse order', () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => `c${index}`);
    const { turns } = repair(calls(...ids), results(...[...ids].reverse()));
    expect(turns.slice(1).map(({ parts }) => parts[0])).toEqual(ids.map((id) => result(id)));
  });
});

describe('order', () => {
  it('orders results as their calls, directly after them, before other turns', () => {
    const late: Turn = { role: 'instruction', parts: [text('be brief')] };
    const { turns, actions } = repair(
      calls('a', 'b'),
      user('hm'),
      results('b'),
      late,
      results('a'),
    );
    expect(turns).toEqual([calls('a', 'b'), results('a'), results('b'), user('hm'), late]);
    expect(actions).toEqual(['turns[2] moved', 'turns[4] moved']);
  });

  it('notes that results changed their order', () => {
    expect(repair(calls('a', 'b'), results('b'), results('a')).actions).toEqual(['turns[2] moved']);
  });

  it('keeps consecutive call turns separate', () => {
    const turns = [user('q'), calls('a'), results('a'), calls('b'), results('b'), user('go on')];
    expect(repair(...turns)).toEqual({ turns, actions: [] });
  });

  it('gives each result a turn of its own and keeps the other content of the turn', () => {
    const named: Turn = { ...results('a', 'b'), name: 'shell' };
    const { turns, actions } = repair(calls('a', 'b'), named);
    expect(turns.slice(1)).toEqual([
      { role: 'result', name: 'shell', parts: [result('a')] },
      { role: 'result', name: 'shell', parts: [result('b')] },
    ]);
    expect(actions).toEqual([]);
  });

  it('does not change a call turn at the end of the conversation', () => {
    const turns = [user('q'), calls('a', 'b')];
    expect(repair(...turns)).toEqual({ turns, actions: [] });
    expect(repair()).toEqual({ turns: [], actions: [] });
  });
});

describe('any conversation', () => {
  const id = fc.constantFrom('', 'a', 'b', 'c', 'call_history_1');
  const ids = fc.array(id, { minLength: 1, maxLength: 3 });
  const turn = fc.oneof(
    ids.map((list) => calls(...list)),
    ids.map((list) => results(...list)),
    fc.constantFrom(hi, user('q')),
    ids.map((list): Turn => ({ role: 'user', parts: [text('x'), ...results(...list).parts] })),
  );
  const anyTurns = fc.array(turn, { maxLength: 8 });

  it('is valid after a repair, and a second repair changes and notes nothing', () => {
    fc.assert(
      fc.property(anyTurns, (turns) => {
        const once = repairTurns(turns, new NoteBook());
        expect(disorders(once)).toEqual([]);
        const notes = new NoteBook();
        expect(repairTurns(once, notes)).toEqual(once);
        expect(notes.notes).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  /** The same turns, in which no result repeats another. */
  const numberResults = (turns: readonly Turn[]): readonly Turn[] => {
    let count = 0;
    return turns.map((each) => ({
      ...each,
      parts: each.parts.map((part) =>
        part.type === 'result' ? result(part.callId, `of ${(count += 1)}`) : part,
      ),
    }));
  };

  it('loses no text of the conversation', () => {
    const texts = (turns: readonly Turn[]) =>
      JSON.stringify(turns).match(/"of \w*"|"hi"|"q"|"x"/g) ?? [];
    fc.assert(
      fc.property(anyTurns.map(numberResults), (turns) => {
        const repaired = repairTurns(turns, new NoteBook());
        expect(texts(repaired).sort()).toEqual(texts(turns).sort());
      }),
    );
  });

  it('is unchanged when it was valid', () => {
    fc.assert(
      fc.property(conversation(), (turns) => {
        const notes = new NoteBook();
        const repaired = repairTurns(turns, notes);
        expect(repaired.every((each, index) => each === turns[index])).toBe(true);
        expect(repaired).toHaveLength(turns.length);
        expect(notes.notes).toEqual([]);
      }),
    );
  });
});

/** What a strict upstream would refuse: written without a look at how the repair works. */
function disorders(turns: readonly Turn[]): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  turns.forEach((turn, index) => {
    if (turn.role === 'result' && turn.parts.length !== 1) found.push(`turn ${index} is no result`);
    const called = turn.parts.flatMap((part) => (part.type === 'call' ? [part.id] : []));
    for (const id of called) {
      if (id === '' || seen.has(id)) found.push(`id ${id} is not unique`);
      seen.add(id);
    }
    const next = turns.slice(index + 1, index + 1 + called.length);
    const answered = next.map(({ parts }) => parts[0]?.type === 'result' && parts[0].callId);
    const trails = index === turns.length - 1;
    if (!trails && answered.join() !== called.join()) found.push(`turn ${index} is not answered`);
  });
  const results = turns.flatMap(({ parts }) => parts).filter(({ type }) => type === 'result');
  const trailing = turns.at(-1)?.parts.filter(({ type }) => type === 'call').length ?? 0;
  if (results.length !== seen.size - trailing) found.push('results without calls');
  return found;
}
